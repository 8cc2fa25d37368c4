import type { DiscordTool } from '../../discord-tool.ts';
import { auditLogGet } from './get.ts';

export const auditLogTools: readonly DiscordTool[] = [auditLogGet];
