import type { WebhookRecord } from '../world/channel-records.ts';
import type { State } from '../world/state.ts';
import { toUserById } from './user.ts';

const FOLLOWER = 2;

/** A webhook; who comes with the webhook's own token is not told who made it. Followers have no token. */
export function toWebhook(
  { state }: { readonly state: State },
  webhook: WebhookRecord,
  { withToken, withUser = true }: { readonly withToken: boolean; readonly withUser?: boolean },
) {
  const { token, user_id, source_guild, source_channel, ...shown } = webhook;
  const user = withUser && user_id && { user: toUserById(state, user_id) };
  if (webhook.type === FOLLOWER) {
    return {
      ...shown,
      ...user,
      ...(source_guild && { source_guild }),
      ...(source_channel && { source_channel }),
    };
  }
  const url = `https://discord.com/api/webhooks/${webhook.id}/${token}`;
  return { ...shown, ...user, ...(withToken && { token, url }) };
}
