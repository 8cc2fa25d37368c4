import { toSaid } from './create-scrub.ts';
import type { UpstreamSession } from './open-session.ts';
import type { Stop } from './stop.ts';
import { UpstreamFault } from './upstream-fault.ts';

/** How far a call had come. */
export interface CallProgress {
  readonly stop: Stop;
  /** The session over which the call was sent, if it was. */
  readonly sent: UpstreamSession | undefined;
  /** Milliseconds that there were. */
  readonly milliseconds: number;
}

/** Anything that ends a call as a fault; what is thrown for another reason comes out as it is. */
export function toFault(error: unknown, progress: CallProgress): UpstreamFault {
  const { stop, sent } = progress;
  if (error instanceof UpstreamFault) return error;
  if (stop.reason) return toStopped(progress);
  if (!sent) throw error;
  return toBroken(error, sent);
}

function toStopped({ stop, sent, milliseconds }: CallProgress): UpstreamFault {
  const what = sent ? 'the call was sent and had no answer' : 'the call was not sent';
  const seconds = Math.max(0, Math.round(milliseconds / 100) / 10);
  const why = {
    cancelled: 'the caller cancelled',
    closed: 'the server is shutting down',
    timeout: `there were ${seconds} s for it`,
  }[stop.reason ?? 'timeout'];
  const kind = stop.reason === 'timeout' ? 'timeout' : 'cancelled';
  return new UpstreamFault(kind, `${why}; ${what}`, { sent: sent !== undefined });
}

/** JSON-RPC's codes for requests that no tool ever saw. */
const refusals: ReadonlySet<number> = new Set([-32700, -32600, -32601, -32602]);

function toBroken(error: unknown, session: UpstreamSession): UpstreamFault {
  const { code, message, status } = error as { code?: unknown; message: string; status?: unknown };
  const said = toSaid(message, session.scrub);
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new UpstreamFault(status === 404 ? 'unavailable' : 'refused', refuseStatus(status));
  }
  if (typeof code === 'number') {
    return refusals.has(code)
      ? new UpstreamFault('refused', `the upstream refused the call (${code})`, { said })
      : new UpstreamFault('failed', `the upstream answered with an error (${code})`, {
          sent: true,
          said,
        });
  }
  const broken = session.whyBroken();
  return new UpstreamFault('lost', 'the connection to the upstream ended before it answered', {
    sent: true,
    said: broken ?? said,
  });
}

/** With 404 a server says that it has forgotten the session; the next call makes a new one. */
function refuseStatus(status: number): string {
  const advice = status === 401 || status === 403 ? '; look at the credential in headers_from' : '';
  return `the upstream refused the request (HTTP ${status})${advice}`;
}
