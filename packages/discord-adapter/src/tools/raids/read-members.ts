import { type CallContext, ToolError } from '@guildline/mcp-core';
import { type APIGuildMember, Routes } from 'discord-api-types/v10';
import type { Discord } from '../../discord.ts';
import { createdAt } from '../created-since.ts';
import { explainIntent } from '../members/explain-intent.ts';

/** Members of one page, and pages of one call: 100,000 members. */
const pageSize = 1000;
const mostPages = 100;
/** Milliseconds before the deadline from which on no other page is asked for. */
const reserve = 5_000;

/** Which members are read. */
export interface MemberReading {
  readonly guildId: string;
  /** Members with greater user ids, which is: with newer accounts. */
  readonly after: string;
  /** What the names begin with, to search for where the bot may not list members; empty for nothing. */
  readonly nameStart: string;
  /** How many there are about, for the progress. */
  readonly expected: number | undefined;
}

/** How a reading ended: undefined if it saw everybody, else what it did not see, in words. */
export type Unseen = string | undefined;

/**
 * Reads the members of a guild by ascending user id, page by page, and hands each page on. Stops at
 * 100,000 members, when the call runs out of time, and when Discord fails after the first page.
 *
 * @throws ToolError if nothing can be read, or the caller cancels
 */
export async function readMembers(
  reading: MemberReading,
  onPage: (members: readonly APIGuildMember[]) => void,
  discord: Discord,
  context: CallContext,
): Promise<Unseen> {
  let { after } = reading;
  let seen = 0;
  for (let page = 0; page < mostPages; page += 1) {
    if (page > 0 && isShortOfTime(context)) return stopped(after, seen, 'the call ran out of time');
    const members = await readPage(reading, after, discord).catch((error: unknown) => error);
    if (!Array.isArray(members)) {
      if (page === 0) return searchInstead(members, reading, onPage, discord);
      return stopped(after, seen, explainStop(members));
    }
    onPage(members);
    seen += members.length;
    if (members.length > 0) report(context, seen, reading.expected);
    const last: APIGuildMember | undefined = members.at(-1);
    if (!last || members.length < pageSize) return undefined;
    after = last.user.id;
  }
  return stopped(after, seen, 'a call looks at no more');
}

function readPage(
  { guildId }: MemberReading,
  after: string,
  discord: Discord,
): Promise<APIGuildMember[]> {
  return discord.get<APIGuildMember[]>(Routes.guildMembers(guildId), {
    query: { limit: pageSize, after },
  });
}

/** Without the intent a bot may still search by the beginning of a name, and nothing else. */
async function searchInstead(
  error: unknown,
  { guildId, nameStart }: MemberReading,
  onPage: (members: readonly APIGuildMember[]) => void,
  discord: Discord,
): Promise<Unseen> {
  const isDenied = error instanceof ToolError && error.code === 'DISCORD_PERMISSION_DENIED';
  if (!isDenied || nameStart === '') return explainIntent(error);
  const found = await discord.get<APIGuildMember[]>(Routes.guildMembersSearch(guildId), {
    query: { query: nameStart, limit: pageSize },
  });
  onPage(found);
  const cut = found.length < pageSize ? '' : `, and no more than ${pageSize} of them`;
  return `Without the Server Members intent Discord only lets the bot search: members whose username or nickname begins with the text before the first wildcard were looked at${cut}. Switch the intent on in the Discord developer portal to see everybody.`;
}

function isShortOfTime({ deadline, clock }: CallContext): boolean {
  return deadline !== undefined && deadline - clock.now() < reserve;
}

/** What was read stays good if Discord cannot be had for a while; anything else is told as it is. */
function explainStop(error: unknown): string {
  if (error instanceof ToolError && passing.has(error.code)) return `of ${error.code}`;
  throw error;
}

const passing: ReadonlySet<string> = new Set([
  'DISCORD_RATE_LIMITED',
  'DISCORD_TIMEOUT',
  'DISCORD_UNAVAILABLE',
]);

function report({ progress }: CallContext, seen: number, expected: number | undefined): void {
  const total = expected === undefined ? {} : { total: Math.max(expected, seen) };
  progress({ progress: seen, ...total, message: `${seen} members looked at` });
}

/** Members come by ascending id, which is by the age of their accounts. */
function stopped(after: string, seen: number, because: string): string {
  const until = new Date(createdAt(after)).toISOString();
  return `The scan stopped after ${seen.toLocaleString('en')} members because ${because}: accounts made after ${until} were not looked at. With account_younger_than_hours a scan begins with the newer accounts.`;
}
