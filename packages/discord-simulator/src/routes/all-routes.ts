import type { Route } from '../http/route.ts';
import { applicationRoutes } from './applications.ts';
import { auditLogRoutes } from './audit-logs.ts';
import { autoModerationRoutes } from './auto-moderation.ts';
import { banRoutes } from './bans/ban-routes.ts';
import { channelRoutes } from './channels/channel-routes.ts';
import { eventRoutes } from './events/event-routes.ts';
import { expressionRoutes } from './expressions.ts';
import { gatewayRoutes } from './gateway.ts';
import { guildRoutes } from './guilds/guild-routes.ts';
import { inviteRoutes } from './invites/invite-routes.ts';
import { memberRoutes } from './members/member-routes.ts';
import { messageRoutes } from './messages/message-routes.ts';
import { roleRoutes } from './roles/role-routes.ts';
import { threadRoutes } from './threads/thread-routes.ts';
import { userRoutes } from './users.ts';
import { webhookRoutes } from './webhooks/webhook-routes.ts';

/** Every route of the simulator. */
export const allRoutes: readonly Route[] = [
  ...gatewayRoutes,
  ...applicationRoutes,
  ...userRoutes,
  ...guildRoutes,
  ...auditLogRoutes,
  ...autoModerationRoutes,
  ...expressionRoutes,
  ...memberRoutes,
  ...banRoutes,
  ...roleRoutes,
  ...eventRoutes,
  ...channelRoutes,
  ...messageRoutes,
  ...threadRoutes,
  ...webhookRoutes,
  ...inviteRoutes,
];
