import type { UserRecord } from './guild-records.ts';
import type { Sketch } from './world.ts';

const FIRST = ['ada', 'ben', 'cleo', 'dan', 'eve', 'finn', 'gus', 'hana', 'ivo', 'june'];
const SECOND = ['brook', 'field', 'stone', 'wood', 'lake', 'hill'];

/** So many people with ids, names and an order that never change. */
export function crowd(count: number): { ids: string[]; users: Sketch<UserRecord, 'id'>[] } {
  const ids = Array.from({ length: count }, (_, index) =>
    String(200_000_000_000_000_000n + BigInt(index)),
  );
  const users = ids.map((id, index) => {
    const first = FIRST[index % FIRST.length];
    const second = SECOND[Math.floor(index / FIRST.length) % SECOND.length];
    return { id, username: `${first}_${second}${String(index).padStart(3, '0')}` };
  });
  return { ids, users };
}
