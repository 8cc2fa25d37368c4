import { type Route, route } from '../../http/route.ts';
import { executeWebhook } from './execute-webhook.ts';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listChannelWebhooks,
  listGuildWebhooks,
  modifyWebhook,
} from './manage-webhooks.ts';
import {
  deleteByToken,
  deleteWebhookMessage,
  editWebhookMessage,
  getByToken,
  getWebhookMessage,
  modifyByToken,
} from './webhook-messages.ts';

const BY_TOKEN = 'webhooks/{webhook_id}/{webhook_token}';
const MESSAGE = `${BY_TOKEN}/messages/{message_id}` as const;

export const webhookRoutes: readonly Route[] = [
  route('POST /channels/{channel_id}/webhooks', createWebhook),
  route('GET /channels/{channel_id}/webhooks', listChannelWebhooks),
  route('GET /guilds/{guild_id}/webhooks', listGuildWebhooks),
  route('GET /webhooks/{webhook_id}', getWebhook),
  route('PATCH /webhooks/{webhook_id}', modifyWebhook),
  route('DELETE /webhooks/{webhook_id}', deleteWebhook),
  route(`GET /${BY_TOKEN}`, getByToken, 'none'),
  route(`PATCH /${BY_TOKEN}`, modifyByToken, 'none'),
  route(`DELETE /${BY_TOKEN}`, deleteByToken, 'none'),
  route(`POST /${BY_TOKEN}`, executeWebhook, 'none'),
  route(`GET /${MESSAGE}`, getWebhookMessage, 'none'),
  route(`PATCH /${MESSAGE}`, editWebhookMessage, 'none'),
  route(`DELETE /${MESSAGE}`, deleteWebhookMessage, 'none'),
];
