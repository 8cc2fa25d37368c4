import type { PermissionRequirement, ToolDefinition } from '@guildline/mcp-core';

/**
 * The permissions a call needs: as its arguments decide where the tool can tell, else everything
 * that the tool may need. Arguments may be incomplete or hold templates.
 */
export function requiredPermissions(
  tool: Pick<ToolDefinition, 'permissions' | 'permissionsFor'>,
  args: unknown,
): readonly PermissionRequirement[] {
  try {
    return tool.permissionsFor?.(args) ?? tool.permissions ?? [];
  } catch {
    return tool.permissions ?? [];
  }
}

/** Required permissions for a reader: alternatives are joined by "or". */
export function formatRequirements(required: readonly PermissionRequirement[]): string {
  return required
    .map((requirement) =>
      typeof requirement === 'string' ? requirement : requirement.join(' or '),
    )
    .join(', ');
}
