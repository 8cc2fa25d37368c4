import {
  type Caller,
  type Dispatch,
  inputOf,
  type Outcome,
  type Run,
  type RunEngine,
  stepIdOf,
  ToolError,
  workflowKind,
} from '@guildline/mcp-core';
import type { Desk, OperatorOutcome, OperatorRequest, RunPlan } from './operator.ts';

/** What an operator may do from outside of the server. Starting is not among it: clients start. */
const operatorTools: ReadonlySet<string> = new Set([
  'workflow_list',
  'workflow_status',
  'workflow_result',
  'workflow_resume',
  'workflow_cancel',
  'workflow_answer',
]);

/** What a desk is made from. */
export interface DeskSource {
  readonly dispatch: Dispatch;
  readonly engine: () => Promise<RunEngine>;
  /** On whose behalf the calls are made: the user that runs the server. */
  readonly caller: Caller;
}

/**
 * The desk of a composed server. Its calls pass through the dispatcher like all others; only the
 * target need not be named, because whoever runs the server may know it.
 */
export function createDesk({ dispatch, engine, caller }: DeskSource): Desk {
  return async ({ tool, args, answer }) => {
    try {
      if (!operatorTools.has(tool)) throw notForOperators(tool);
      const run = typeof args['id'] === 'string' ? await find(engine, args['id']) : undefined;
      const target = run && args['target'] === undefined ? { target: inputOf(run).target } : {};
      const outcome = await dispatch(
        tool,
        { ...args, ...target },
        { caller, canAsk: true, answer },
      );
      return toOperatorOutcome(outcome, run);
    } catch (error) {
      if (error instanceof ToolError) return { kind: 'error', error: error.toJSON() };
      throw error;
    }
  };
}

/** True if a request asks for nothing that an operator may not do. */
export function isOperatorRequest(value: unknown): value is OperatorRequest {
  if (!isObject(value)) return false;
  const { tool, args, answer } = value;
  return typeof tool === 'string' && isObject(args) && (answer === undefined || isAnswer(answer));
}

function isAnswer(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { approved, ticket, why } = value;
  return approved === true ? typeof ticket === 'string' : approved === false && why !== undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

async function find(engine: () => Promise<RunEngine>, id: string): Promise<Run> {
  const run = await (await engine()).find(id);
  if (run?.kind === workflowKind) return run;
  throw new ToolError({
    code: 'WORKFLOW_NOT_FOUND',
    message:
      'There is no workflow with this id here. "guildline workflows list" lists them; each profile and each data directory has its own.',
  });
}

function toOperatorOutcome(outcome: Outcome, run: Run | undefined): OperatorOutcome {
  switch (outcome.kind) {
    case 'result': {
      const plan = run ? { 'guildline/plan': toPlan(run) } : {};
      const { structured, meta, notes = [] } = outcome;
      return { kind: 'result', structured, meta: { ...meta, ...plan }, notes };
    }
    case 'error':
      return { kind: 'error', error: outcome.error.toJSON() };
    case 'needs-approval':
      return { kind: 'needs-approval', request: outcome.request };
  }
}

function toPlan(run: Run): RunPlan {
  const steps = inputOf(run).steps.map((step, position) => ({
    id: stepIdOf(step, position),
    tool: step.tool,
  }));
  return { created_at: new Date(run.createdAt).toISOString(), steps };
}

function notForOperators(tool: string): ToolError {
  const known = [...operatorTools].join(', ');
  return new ToolError({
    code: 'NOT_AUTHORIZED',
    message: `"${tool.slice(0, 64)}" cannot be called from here, only ${known}.`,
  });
}
