import type { DiscordTool } from '../../discord-tool.ts';
import { messagesBulkDelete } from './bulk-delete.ts';
import { messagesDelete } from './delete.ts';
import { messagesEdit } from './edit.ts';
import { messagesGet } from './get.ts';
import { messagesListPins } from './list-pins.ts';
import { messagesPin } from './pin.ts';
import { messagesRead } from './read.ts';
import { messagesSend } from './send.ts';
import { messagesUnpin } from './unpin.ts';

export const messageTools: readonly DiscordTool[] = [
  messagesBulkDelete,
  messagesDelete,
  messagesEdit,
  messagesGet,
  messagesListPins,
  messagesPin,
  messagesRead,
  messagesSend,
  messagesUnpin,
];
