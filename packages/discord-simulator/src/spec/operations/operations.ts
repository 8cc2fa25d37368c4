import type { Operation } from '../operation.ts';
import { channelOperations } from './channel-operations.ts';
import { eventOperations } from './event-operations.ts';
import { guildOperations } from './guild-operations.ts';
import { messageOperations } from './message-operations.ts';
import { otherOperations } from './other-operations.ts';
import { peopleOperations } from './people-operations.ts';
import { threadOperations } from './thread-operations.ts';

/** The operations of Discord's API description that the simulator answers, by method and template. */
export const operations: Readonly<Record<string, Operation>> = {
  ...channelOperations,
  ...eventOperations,
  ...guildOperations,
  ...messageOperations,
  ...otherOperations,
  ...peopleOperations,
  ...threadOperations,
};
