import type { APIGuild, APIGuildMember } from 'discord-api-types/v10';
import { canManageRole } from '../../permissions/hierarchy.ts';
import { type NewCandidate, nameRoles, toSuspect } from './candidate.ts';
import { type CriterionTest, meetsAll } from './criteria.ts';

/** Why somebody can never be a candidate. */
export type Exemption = 'bots' | 'owner' | 'not_below_the_bot';

/** Where a scan looks, and as whom. */
export interface ScanPlace {
  readonly guild: APIGuild;
  readonly bot: { readonly user_id: string; readonly roles: readonly string[] };
}

/** Counts what a scan sees and keeps who meets every criterion. */
export class ScanTally {
  readonly candidates: NewCandidate[] = [];
  readonly exempt: Record<Exemption, number> = { bots: 0, owner: 0, not_below_the_bot: 0 };
  /** How many members meet each criterion by itself. */
  readonly matches: Record<string, number>;
  scanned = 0;
  readonly #place: ScanPlace;
  readonly #tests: readonly CriterionTest[];
  readonly #untouchable: ReadonlySet<string>;
  readonly #roleNames: ReadonlyMap<string, string>;

  constructor(place: ScanPlace, tests: readonly CriterionTest[]) {
    const { guild, bot } = place;
    this.#place = place;
    this.#tests = tests;
    this.#untouchable = new Set(
      guild.roles.filter((role) => !canManageRole(guild, bot, role)).map(({ id }) => id),
    );
    this.#roleNames = new Map(guild.roles.map(({ id, name }) => [id, name]));
    this.matches = Object.fromEntries(tests.map(({ name }) => [name, 0]));
  }

  add(members: readonly APIGuildMember[]): void {
    for (const member of members) this.#addOne(member);
  }

  #addOne(member: APIGuildMember): void {
    this.scanned += 1;
    const suspect = toSuspect(this.#place.guild.id, member);
    for (const { name, isMet } of this.#tests) {
      if (isMet(suspect)) this.matches[name] = (this.matches[name] ?? 0) + 1;
    }
    if (!meetsAll(suspect, this.#tests)) return;
    const exemption = this.#exemptionOf(member);
    if (exemption) this.exempt[exemption] += 1;
    else this.candidates.push({ ...suspect, roles: [...nameRoles(member, this.#roleNames)] });
  }

  #exemptionOf({ user, roles }: APIGuildMember): Exemption | undefined {
    const { guild, bot } = this.#place;
    if (user.bot || user.id === bot.user_id) return 'bots';
    if (user.id === guild.owner_id) return 'owner';
    // A bot without a role stands above nobody: everyone has the role that it has.
    const isAbove = [guild.id, ...roles].some((id) => this.#untouchable.has(id));
    return isAbove ? 'not_below_the_bot' : undefined;
  }
}

/** The newest members first; of two who joined at once, the newer account. */
export function sortByJoining(candidates: readonly NewCandidate[]): NewCandidate[] {
  return [...candidates].sort(
    (one, other) => timeOf(other) - timeOf(one) || compareIds(other.user_id, one.user_id),
  );
}

function timeOf({ joined_at }: NewCandidate): number {
  return joined_at === null ? 0 : Date.parse(joined_at);
}

function compareIds(one: string, other: string): number {
  return one.length - other.length || (one < other ? -1 : one > other ? 1 : 0);
}
