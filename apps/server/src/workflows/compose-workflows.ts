import { join } from 'node:path';
import type { DiscordClient } from '@guildline/discord-adapter';
import {
  type Caller,
  createWorkflows,
  type Dispatch,
  type Execute,
  type Registry,
  type Workflows,
} from '@guildline/mcp-core';
import type { Configuration } from '../configuration/configuration.ts';
import type { Settings } from '../settings.ts';
import { createCheckTarget } from './check-target.ts';
import { createLazyEngine, type LazyEngine } from './lazy-engine.ts';

/** What workflows are composed from. */
export interface WorkflowsParts {
  readonly settings: Settings;
  readonly client: DiscordClient;
  readonly clock: { now(): number };
  readonly dispatch: Dispatch;
  readonly tools: () => Registry;
  /** A caller with the groups that it has now. */
  readonly callerOf: (id: string) => Caller | undefined;
  readonly report: (message: string) => void;
  /** Does the work of background runs of record pipelines, which are kept beside workflows. */
  readonly executeRecords?: Execute | undefined;
  /** False for a process that only looks at runs and decides. */
  readonly work?: boolean | undefined;
  /** Called whenever this process is asked for runs that it works on, once the engine is open. */
  readonly onOpen?: (() => Promise<void>) | undefined;
}

/** Workflows and the engine behind them, which nothing has opened yet. */
export interface ComposedWorkflows {
  readonly workflows: Workflows;
  readonly engine: LazyEngine;
}

const day = 24 * 60 * 60 * 1000;

/** Puts the durable engine under the workflow tools. Opens and loads nothing. */
export function composeWorkflows(parts: WorkflowsParts): ComposedWorkflows {
  const { settings, client, clock, report } = parts;
  const { configuration, databaseUrl } = settings;
  const engine = createLazyEngine({
    folder: workflowsFolder(settings),
    databaseUrl,
    replica: configuration.workflows.replica,
    execute: (execution) =>
      execution.run.kind === 'records' && parts.executeRecords
        ? parts.executeRecords(execution)
        : workflows.execute(execution),
    clock,
    report,
    retention: configuration.workflows.retentionDays * day,
    work: parts.work,
    onOpen: parts.onOpen,
  });
  const workflows = createWorkflows({
    engine: engine.engine,
    dispatch: parts.dispatch,
    tools: parts.tools,
    callerOf: parts.callerOf,
    clock,
    profileId: configuration.profile.id,
    checkTarget: createCheckTarget(client),
    approvers: () => configuration.workflows.approvers,
  });
  return { workflows, engine };
}

/**
 * One folder for each bot: whoever opens it goes on with what another process left, and must not do
 * so as another bot. No profile begins with a dot.
 */
export function workflowsFolder({
  configuration,
  isSimulated,
}: Pick<Settings, 'isSimulated'> & {
  readonly configuration: Pick<Configuration, 'dataDirectory' | 'profile'>;
}): string {
  const { dataDirectory, profile } = configuration;
  return join(dataDirectory, 'workflows', isSimulated ? '.simulation' : profile.id);
}
