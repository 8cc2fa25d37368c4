import { createHash } from 'node:crypto';
import { apiError } from '../../http/api-error.ts';
import type { RequestContext } from '../../http/route.ts';
import type { WebhookRecord } from '../../world/channel-records.ts';

/** The token of a new webhook: as long as Discord's, the same for the same id. */
export function webhookToken(id: string): string {
  return createHash('sha512').update(`webhook ${id}`).digest('base64url').slice(0, 68);
}

/** The webhook of the path, whose token is in the path too; 10015 or 50027 otherwise. */
export function requireByToken({ state, param }: RequestContext): WebhookRecord {
  const webhook = state.webhooks.get(param('webhook_id'));
  if (!webhook) throw apiError(10015);
  if (webhook.type !== 1 || webhook.token !== param('webhook_token')) throw apiError(50027);
  return webhook;
}
