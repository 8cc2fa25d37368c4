import type { Clock } from './clock.ts';

const DISCORD_EPOCH = 1_420_070_400_000;
const SEQUENCE_BITS = 22n;
const SEQUENCE_MASK = (1n << SEQUENCE_BITS) - 1n;

/** Snowflakes by the simulator's clock; the low 22 bits count up, so ids made in one millisecond stay in order. */
export class Ids {
  readonly #clock: Clock;
  #sequence: number;
  #planned: string[] = [];

  constructor(clock: Clock, sequence = 0) {
    this.#clock = clock;
    this.#sequence = sequence;
  }

  get sequence(): number {
    return this.#sequence;
  }

  restart(sequence: number): void {
    this.#sequence = sequence;
    this.#planned = [];
  }

  /** The ids that the next new objects get, in order. */
  plan(ids: readonly string[]): void {
    for (const id of ids) {
      if (!/^[1-9]\d{16,18}$/.test(id)) {
        throw new RangeError(`"${id}" is not an id: pass strings of 17 to 19 digits.`);
      }
    }
    this.#planned = [...ids];
  }

  /** The id of a new message, channel, thread, role, event, webhook or emoji. */
  next(): string {
    return this.#planned.shift() ?? this.internal();
  }

  /** The id of something nobody plans: an audit-log entry, an attachment, a forum tag. */
  internal(): string {
    const time = BigInt(Math.floor(this.#clock.now()) - DISCORD_EPOCH);
    const low = BigInt(this.#sequence) & SEQUENCE_MASK;
    this.#sequence += 1;
    return String((time << SEQUENCE_BITS) | low);
  }
}

/** When a snowflake was made, in epoch milliseconds. */
export function snowflakeTime(id: string): number {
  return Number(BigInt(id) >> SEQUENCE_BITS) + DISCORD_EPOCH;
}

/** Orders ids as numbers without losing digits. */
export function compareIds(left: string, right: string): number {
  const difference = BigInt(left) - BigInt(right);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
