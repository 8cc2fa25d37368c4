import { apiError } from '../../http/api-error.ts';
import type { RequestContext } from '../../http/route.ts';
import { refuseProblems } from '../../validate/spot.ts';
import type { ChannelRecord } from '../../world/channel-records.ts';

const REQUIRE_TAG = 1 << 4;

/** The tags exist in the thread's forum; moderated ones are for who manages threads. */
export function requireTags(
  { state, authority }: RequestContext,
  thread: Pick<ChannelRecord, 'parent_id'>,
  applied: readonly string[],
): void {
  const forum = state.channels.get(thread.parent_id ?? '');
  const tags = forum?.available_tags ?? [];
  refuseProblems((spot) => {
    for (const [index, id] of applied.entries()) {
      if (tags.some((tag) => tag.id === id)) continue;
      spot.at('applied_tags').at(index).fail('BASE_TYPE_CHOICES', 'This tag is not in the forum.');
    }
  });
  if (forum && (forum.flags & REQUIRE_TAG) !== 0 && applied.length === 0) throw apiError(40067);
  const moderated = tags.some((tag) => tag.moderated && applied.includes(tag.id));
  if (forum && moderated) authority.requireInChannel(forum, 'ManageThreads');
}
