import type { MessageFields } from './message-fields.ts';

/** What a bot needs wherever it sends. In threads SEND_MESSAGES means SEND_MESSAGES_IN_THREADS. */
const always = ['VIEW_CHANNEL', 'SEND_MESSAGES'];

/** What single arguments need besides. */
const byArgument = {
  message_reference: 'READ_MESSAGE_HISTORY',
  embeds: 'EMBED_LINKS',
  files: 'ATTACH_FILES',
  poll: 'SEND_POLLS',
  tts: 'SEND_TTS_MESSAGES',
} as const;

/** Every permission that a send may need. */
export const messagePermissions: readonly string[] = [...always, ...Object.values(byArgument)];

/** The permissions that a send with these arguments needs. */
export function messagePermissionsFor(
  message: Partial<MessageFields & { readonly message_reference: unknown }>,
): string[] {
  const given = Object.entries(byArgument).filter(
    ([name]) => message[name as keyof typeof byArgument],
  );
  return [...always, ...given.map(([, permission]) => permission)];
}
