import { checkReferences, type KnownNames } from './check-references.ts';
import { configurationFile } from './configuration-file.ts';
import { explainIssue, type Issue } from './explain-issue.ts';
import type { ConfigurationPath } from './problem.ts';
import { schemaKeysAt } from './schema-keys.ts';

/**
 * Checks plain values against the schema and against each other, and finds every problem at once.
 * Values without an issue are `ConfigurationValues`.
 */
export function checkConfiguration(
  plain: unknown,
  known: (() => KnownNames) | undefined,
  sourceOf: (path: ConfigurationPath) => string | undefined = () => undefined,
): readonly Issue[] {
  const schema = configurationFile();
  const issues = schema.safeParse(plain).error?.issues ?? [];
  const keysAt = (path: ConfigurationPath) => schemaKeysAt(schema, path);
  const found = issues.flatMap((issue) => explainIssue(issue, { plain, sourceOf, keysAt }));
  return firstOfEach([...checkReferences(plain, known), ...found]);
}

/** One place has one problem; the references come first because they say more. */
function firstOfEach(issues: readonly Issue[]): readonly Issue[] {
  const byPath = new Map<string, Issue>();
  for (const issue of issues) {
    const path = JSON.stringify(issue.path);
    if (!byPath.has(path)) byPath.set(path, issue);
  }
  return [...byPath.values()];
}
