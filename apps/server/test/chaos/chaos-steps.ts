import type { FullWorld } from '@guildline/discord-simulator';
import type { Random } from '../soak/random.ts';

/** Ids of the simulator's default world. */
export const places = {
  guild: '111122223333444455',
  announcements: '222233334444555566',
  hostRole: '555566667777888899',
} as const;

/** One step of a workflow, and the one effect that it has to have. */
export interface ChaosStep {
  readonly id: string;
  readonly tool: 'messages_send' | 'members_add_role' | 'channels_create';
  readonly args: Readonly<Record<string, string>>;
  /** By what the effect is known in the world: the text, the member, the channel's name. */
  readonly mark: string;
}

/** Sends, role grants and channel creations in a random order; some sends go to a channel made before. */
export function makeSteps(random: Random, name: string, count: number): readonly ChaosStep[] {
  const channels: string[] = [];
  return Array.from({ length: count }, (_, index) => {
    const id = `s${index}`;
    const kind = random.weighted({ send: 40, create: 35, grant: 25 });
    if (kind === 'create') {
      channels.push(id);
      const mark = `${name}-${index}`;
      return { id, tool: 'channels_create', args: { guild_id: places.guild, name: mark }, mark };
    }
    if (kind === 'grant') {
      const mark = String(200_000_000_000_000_000n + BigInt(index));
      const args = { guild_id: places.guild, user_id: mark, role_id: places.hostRole };
      return { id, tool: 'members_add_role', args, mark };
    }
    const made = channels.length > 0 && random.chance(0.5) ? random.pick(channels) : undefined;
    const channel_id = made === undefined ? places.announcements : `{{${made}.id}}`;
    const mark = `${name} ${index}`;
    return { id, tool: 'messages_send', args: { channel_id, content: mark }, mark };
  });
}

/** How often the effect of each step is there. */
export function countEffects(steps: readonly ChaosStep[], world: FullWorld): number[] {
  const guild = world.guilds.find(({ id }) => id === places.guild);
  const marks = [
    ...world.messages.map(({ content }) => content),
    ...(guild?.channels ?? []).map(({ name }) => name ?? ''),
    ...(guild?.members ?? [])
      .filter(({ roles }) => roles.includes(places.hostRole))
      .map(({ user_id }) => user_id),
  ];
  const counts = new Map<string, number>();
  for (const mark of marks) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  return steps.map(({ mark }) => counts.get(mark) ?? 0);
}
