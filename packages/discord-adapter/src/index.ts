export type { Discord, DiscordFile, DiscordRequest } from './discord.ts';
export {
  type ConnectDiscord,
  type DiscordTool,
  type DiscordToolSource,
  defineDiscordTool,
} from './discord-tool.ts';
