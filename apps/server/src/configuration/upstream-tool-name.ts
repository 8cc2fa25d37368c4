/** Names that a tool can have; the pattern of `defineTool`. */
const toolName = /^[a-z][a-z0-9_]{2,39}$/;

/**
 * The name that a tool of an upstream has here: `getPerson` and `get-person` of `directory` are
 * `directory_get_person`.
 */
export function toUpstreamToolName(upstream: string, tool: string, renamed?: string): string {
  return `${upstream}_${renamed ?? toSnakeCase(tool)}`;
}

/** True for a name that a tool can have. */
export function isToolName(name: string): boolean {
  return toolName.test(name);
}

function toSnakeCase(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')
    .toLowerCase();
}
