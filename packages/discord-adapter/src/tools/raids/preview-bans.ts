import type { CallContext } from '@guildline/mcp-core';
import { showPerson } from '../../describe/describe-people.ts';
import type { BanArguments } from './ban-candidates.ts';
import { nextToBan } from './the-list.ts';

/** People who are named to whoever approves. */
const mostNamed = 20;

/**
 * Whom a ban would hit, for a person who approves it: how many of how many, and the first of them by
 * name and id. The approval is bound to the list.
 *
 * @throws ToolError if there is nobody to ban: that needs no question
 */
export function previewBans(
  args: Partial<BanArguments>,
  context: Pick<CallContext, 'state'>,
): readonly string[] {
  const { next, left } = nextToBan(args, context);
  const more = next.length - mostNamed;
  return [
    `bans: ${next.length} of ${next.length + left} on the list of candidates`,
    ...next
      .slice(0, mostNamed)
      .map(
        ({ user_id, nick, ...user }) => `member: ${showPerson(user, user_id, nick ?? undefined)}`,
      ),
    ...(more > 0 ? [`and ${more} more of them`] : []),
  ];
}
