import { formatPath } from '../schema/argument-issues.ts';
import { makeVisible } from '../schema/visible-text.ts';
import type { StoreValue, ToolDefinition } from '../tool.ts';
import type { StateDefinition } from './define-state.ts';
import { storedFields } from './state-fields.ts';
import type { StateStore } from './state-store.ts';

/** A finished call whose result is kept. */
export interface FinishedCall {
  readonly tool: ToolDefinition;
  readonly args: Readonly<Record<string, unknown>>;
  readonly caller: string;
  readonly stateId: string;
  readonly callId: string;
  /** What `run` gave. */
  readonly full: unknown;
}

/** What became of a result. */
export interface KeptResult {
  readonly stored: readonly string[];
  /** Fields that stayed as they were although the tool had something for them, with the reason. */
  readonly refused: Readonly<Record<string, string>>;
}

/** Characters of a reason that are told. */
const longestReason = 300;

/** Stores a result in the fields that its tool stores. What goes wrong with one is that one's reason. */
export function keepResult(
  call: FinishedCall,
  { fields }: StateDefinition,
  store: StateStore,
): KeptResult {
  const { tool, caller, stateId, callId } = call;
  const stored: string[] = [];
  const refused: Record<string, string> = {};
  for (const field of storedFields(tool)) {
    try {
      const source = { tool: tool.name, callId };
      const isStored = store.update({ caller, stateId, field }, source, (previous) => {
        const chosen = chooseValue(call, field, previous);
        if (chosen === undefined || chosen === null) return undefined;
        return fitValue(chosen, fields[field]?.());
      });
      if (isStored) stored.push(field);
    } catch (thrown) {
      refused[field] = toReason(thrown);
    }
  }
  return { stored, refused };
}

function chooseValue(
  { tool, args, full }: FinishedCall,
  field: string,
  previous: unknown,
): unknown {
  const { stores } = tool;
  if (typeof stores !== 'object' || Array.isArray(stores)) return full;
  const choose = (stores as Readonly<Record<string, StoreValue<unknown, unknown>>>)[field];
  const chosen = choose?.(full, { args, previous });
  if (isPromise(chosen)) {
    // Nobody waits for it, so nobody else would hear that it failed.
    Promise.resolve(chosen).catch(() => undefined);
    throw new Error('what is stored was chosen asynchronously');
  }
  return chosen;
}

function isPromise(value: unknown): boolean {
  return typeof (value as { readonly then?: unknown } | undefined)?.then === 'function';
}

/** The value as it will be read again: what JSON keeps of it has to fit the field. */
function fitValue(
  value: unknown,
  schema: ReturnType<StateDefinition['fields'][string]> | undefined,
): unknown {
  const json: string | undefined = JSON.stringify(value);
  if (json === undefined) throw new Error('it is no JSON');
  const parsed = schema?.safeParse(JSON.parse(json));
  if (parsed?.success) return parsed.data;
  const places = (parsed?.error.issues ?? []).map((issue) => formatPath(issue.path) || 'the value');
  throw new Error(`it does not fit the field (${places.slice(0, 3).join(', ')})`);
}

function toReason(thrown: unknown): string {
  const reason = makeVisible(thrown instanceof Error ? thrown.message : String(thrown));
  return reason.length > longestReason ? `${reason.slice(0, longestReason)}…` : reason;
}
