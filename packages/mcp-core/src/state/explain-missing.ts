import { mayCall } from '../access/may-call.ts';
import type { CallContext } from '../context.ts';
import { ToolError } from '../errors/tool-error.ts';
import { shapeOf } from '../schema/shape.ts';
import { classOf, type ToolClass, type ToolDefinition } from '../tool.ts';
import { defaultStateId } from './state-argument.ts';
import { requiredFields, storedFields } from './state-fields.ts';

/** Why a tool cannot run yet, in the words that its caller is told. */
export interface MissingState {
  readonly error: string;
  /** Which calls fill what is missing. */
  readonly hint: string;
  readonly required_by: string;
}

/** A call that cannot be made yet. */
export interface BlockedCall {
  readonly tool: ToolDefinition;
  readonly stateId: string;
  /** What is missing, at least one. */
  readonly fields: readonly string[];
}

/** Where the caller stands. */
type Standing = Pick<CallContext, 'tools' | 'rights'>;

/** Says what is missing and which calls fill it, of those that this caller may make. */
export function explainMissing(
  { tool, stateId, fields }: BlockedCall,
  standing: Standing,
): MissingState {
  const names = fields.map((field) => `'${field}'`);
  return {
    error:
      names.length === 1
        ? `Required state ${names[0]} is empty.`
        : `Required states ${names.slice(0, -1).join(', ')} and ${names.at(-1)} are empty.`,
    hint: fields.map((field) => explainField(field, stateId, standing)).join(' '),
    required_by: tool.name,
  };
}

/** The refusal of a call that cannot be made yet. */
export function stateRequired(call: BlockedCall, standing: Standing): ToolError {
  const details = explainMissing(call, standing);
  return new ToolError({
    code: 'STATE_REQUIRED',
    message: `${details.error} ${details.hint}`,
    details,
  });
}

function explainField(field: string, stateId: string, standing: Standing): string {
  const what = field.replaceAll('_', ' ');
  const producers = findProducers(field, standing);
  if (producers.length === 0) {
    return `No tool that you may use here fills ${what}. Ask whoever runs this server.`;
  }
  const calls = producers.map((tool) => toCall(tool, stateId));
  return `Call ${calls.join(' or ')} first to populate ${what}.`;
}

/** Nobody is sent to a tool that changes something while one that only reads would do. */
const preference: readonly ToolClass[] = ['read', 'write', 'destructive'];

function findProducers(field: string, standing: Standing): readonly ToolDefinition[] {
  const able = standing.tools
    .enabled()
    .filter((tool) => storedFields(tool).includes(field) && !requiredFields(tool).includes(field))
    .filter((tool) => mayCall(tool, standing));
  const preferred = preference.find((wanted) => able.some((tool) => classOf(tool) === wanted));
  return able.filter((tool) => classOf(tool) === preferred);
}

function toCall(tool: ToolDefinition, stateId: string): string {
  const shape = shapeOf(tool.input());
  const properties = shape.type === 'object' ? Object.entries(shape.properties) : [];
  const required = properties
    .filter(([, schema]) => schema._zod.optin === undefined)
    .map(([name]) => `${name}=...`);
  const named = stateId === defaultStateId ? [] : [`state_id="${stateId}"`];
  return `${tool.name}(${[...required, ...named].join(', ')})`;
}
