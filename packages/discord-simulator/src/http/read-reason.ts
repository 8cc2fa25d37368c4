import { checkLength } from '../validate/scalars.ts';
import { refuseProblems } from '../validate/spot.ts';

/** The audit-log reason of a request, decoded; 50035 when it is longer than 512 characters. */
export function readReason(header: string | null): string | undefined {
  const reason = decodeReason(header);
  if (reason) refuseProblems((spot) => checkLength([...reason].length, { max: 512 }, spot));
  return reason;
}

/** The audit-log reason of a request, decoded, however long it is. */
export function decodeReason(header: string | null): string | undefined {
  return decode(header ?? '').trim() || undefined;
}

/** Clients percent-encode the reason; one that is not encoded is taken as it stands. */
function decode(header: string): string {
  try {
    return decodeURIComponent(header);
  } catch {
    return header;
  }
}
