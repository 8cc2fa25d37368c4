import { SchemaReader } from '../../check/schema-reader.ts';
import type { ArgumentIssue, JsonSchema } from '../../check/step-tools.ts';
import { isObject } from '../../jmespath/json.ts';
import { nameInMessage, shorten } from '../../name-list.ts';
import { type RecordProblems, suggestName } from './record-problem.ts';
import type { RecordStepSpec } from './spec.ts';

/** Which settings of a step are checked, and against what. */
export interface SettingsCheck {
  readonly key: keyof RecordStepSpec & `${string}Settings`;
  /** Whose settings they are, for messages. */
  readonly owner: string;
  readonly given: Readonly<Record<string, unknown>>;
  readonly schema: JsonSchema;
  readonly required: readonly string[];
  /** Problems that names alone do not show. */
  inspect(): readonly ArgumentIssue[];
}

/** Checks settings: names that nobody knows, names that are missing, and then the values. */
export function checkSettings(check: SettingsCheck, problems: RecordProblems): void {
  reportUnknown(check, problems);
  reportMissing(check, problems);
  for (const { path, message } of inspectSafely(check)) {
    const place = [check.key, ...path];
    if (problems.isAt(place)) continue;
    problems.add({ code: 'RECORD_SETTINGS_INVALID', message, path: place });
  }
}

function reportUnknown(
  { key, owner, given, schema }: SettingsCheck,
  problems: RecordProblems,
): void {
  if (isOpen(schema)) return;
  const known = new SchemaReader(schema).names(schema);
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue;
    if (problems.isFull) {
      problems.count(1);
      continue;
    }
    const { nearest, hint } = suggestName(name, known);
    problems.add({
      code: 'RECORD_SETTINGS_INVALID',
      message: `${owner} has no setting ${nameInMessage(name)}. ${hint}`,
      path: [key, name],
      found: shorten(name),
      nearest,
    });
  }
}

/** True if the schema takes names that it does not list. Saying nothing about them does not count. */
function isOpen(schema: JsonSchema): boolean {
  if (!isObject(schema)) return schema === true;
  const { additionalProperties: rest, patternProperties } = schema;
  return rest === true || isObject(rest) || isObject(patternProperties);
}

function reportMissing(
  { key, owner, given, required }: SettingsCheck,
  problems: RecordProblems,
): void {
  for (const name of required) {
    if (Object.hasOwn(given, name)) continue;
    problems.add({
      code: 'RECORD_SETTINGS_INVALID',
      message: `${owner} needs the setting ${nameInMessage(name)}.`,
      path: [key, name],
      expected: name,
    });
  }
}

function inspectSafely(check: SettingsCheck): readonly ArgumentIssue[] {
  try {
    return check.inspect();
  } catch (error) {
    const cause = error instanceof Error ? `${error.name}: ${error.message}` : typeof error;
    const message = `${check.owner} could not check its settings (${shorten(cause, 200)}). This is a defect of the server.`;
    return [{ path: [], message }];
  }
}
