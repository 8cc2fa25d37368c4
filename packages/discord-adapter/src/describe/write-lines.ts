import { fieldOf } from '../rest/answer.ts';
import { showText } from '../text/show-name.ts';

/** Ids of one argument that are told one by one. */
const maximumIds = 10;
const idLength = 100;

/** The label of an argument: `channel_id` is a channel, and the rest is called what it is called. */
export function labelOf(name: string): string {
  return name.replace(/_ids?$/, '');
}

/** A line for each id, as far as they are looked up, and how many more there are. */
export async function describeEach(
  label: string,
  ids: readonly string[],
  describe: (id: string) => Promise<string>,
): Promise<string[]> {
  const described = await Promise.all(ids.slice(0, maximumIds).map(describe));
  const more = ids.length - described.length;
  return [
    ...described.map((text) => `${label}: ${text}`),
    ...(more > 0 ? [`and ${more} more of them`] : []),
  ];
}

/** Ids that nobody looked up, as they were written. */
export function describeIds(label: string, ids: readonly string[]): string[] {
  if (ids.length === 0) return [];
  const shown = ids.slice(0, maximumIds).map(showId).join(', ');
  const more = ids.length > maximumIds ? ` and ${ids.length - maximumIds} more` : '';
  return [`${label}: ${shown}${more}`];
}

/** An id as it is; anything else, such as a template, between fences. */
function showId(id: string): string {
  return /^\d{1,20}$/.test(id) ? id : showText(id, idLength);
}

/** A text in an answer. */
export function textIn(body: unknown, key: string): string | undefined {
  const value = fieldOf(body, key);
  return typeof value === 'string' ? value : undefined;
}
