import type { UserRecord } from '../world/guild-records.ts';
import type { State } from '../world/state.ts';

/** The token that a simulator takes for a bot of its world: the base64 of the id, as Discord's are. */
export function botToken(userId: string): string {
  return `${Buffer.from(userId).toString('base64').replace(/=+$/, '')}.sim.token`;
}

/** The bot an `Authorization` header names; undefined without a valid one. */
export function findBot(state: State, header: string | undefined): UserRecord | undefined {
  const match = /^Bot ([\w+/=-]+)\.sim\.token$/.exec(header ?? '');
  if (!match?.[1]) return undefined;
  const user = state.users.get(Buffer.from(match[1], 'base64').toString());
  return user?.bot ? user : undefined;
}
