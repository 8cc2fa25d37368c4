import type { Random } from './random.ts';

/** A message by its ids. */
export interface MessagePlace {
  readonly channel_id: string;
  readonly message_id: string;
}

/** Objects that calls can be about: those of the start, and what calls have made since. */
export class Pools {
  readonly channels: string[] = [];
  readonly roles: string[] = [];
  readonly events: string[] = [];
  readonly threads: string[] = [];
  readonly webhooks: string[] = [];
  readonly messages: MessagePlace[] = [];
  /** The bot's own, which can be edited. */
  readonly ownMessages: MessagePlace[] = [];
  readonly pinned: MessagePlace[] = [];
  readonly grants: { readonly user_id: string; readonly role_id: string }[] = [];
  readonly members: string[] = [];
  readonly banned: string[] = [];
  /** Messages that only reactions are about. */
  readonly forReactions: string[] = [];
  /** Reactions that were tried, by message and emoji. */
  readonly reactions: { readonly message_id: string; readonly emoji: string }[] = [];

  /** Takes what a result says was made. */
  learn(tool: string, result: Readonly<Record<string, unknown>>): void {
    const id = String(result['id'] ?? '');
    switch (tool) {
      case 'channels_create':
        this.channels.push(id);
        break;
      case 'roles_create':
        this.roles.push(id);
        break;
      case 'events_create':
        this.events.push(id);
        break;
      case 'threads_create':
        this.threads.push(id);
        break;
      case 'webhooks_create':
        this.webhooks.push(String(result['webhook_id']));
        break;
      case 'messages_send':
        this.#learnMessage(result as unknown as MessagePlace);
        break;
      default:
    }
  }

  #learnMessage({ channel_id, message_id }: MessagePlace): void {
    this.messages.push({ channel_id, message_id });
    this.ownMessages.push({ channel_id, message_id });
  }
}

/** Takes an item out of a list, so that no later call is about it; `undefined` if there is none. */
export function takeOne<Item>(items: Item[], random: Random): Item | undefined {
  if (items.length === 0) return undefined;
  const index = random.between(0, items.length - 1);
  const [taken] = items.splice(index, 1);
  return taken;
}

/** One of the newest items, the older being gone more often than not; `undefined` if there is none. */
export function pickRecent<Item>(items: readonly Item[], random: Random): Item | undefined {
  return items.length === 0 ? undefined : random.pick(items.slice(-40));
}
