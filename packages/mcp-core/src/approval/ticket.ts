import { randomUUID } from 'node:crypto';
import type { Clock } from '@guildline/pipeline-core';

/**
 * How an approval comes back: `person` through a question that the server put to the person itself,
 * `token` through an argument that the model passes on.
 */
export type ApprovalRoute = 'person' | 'token';

/** What a ticket is bound to. */
export interface ApprovalSubject {
  readonly caller: string;
  readonly tool: string;
  /** Of the exact arguments. */
  readonly digest: string;
  /** Of the state that the call, or its steps, work with; absent if they require none. */
  readonly state?: string | undefined;
  readonly route: ApprovalRoute;
}

/** A ticket that was verified. */
export interface Ticket extends ApprovalSubject {
  readonly id: string;
  /** Milliseconds since the Unix epoch. */
  readonly expiresAt: number;
}

/** Issues and verifies signed statements that one call was shown to a person. */
export interface ApprovalTickets {
  issue(subject: ApprovalSubject): Promise<{ readonly token: string; readonly expiresAt: number }>;
  /** `undefined` if the token is not ours, was changed or has expired. */
  verify(token: string): Promise<Ticket | undefined>;
}

/** The parts of {@link createApprovalTickets}. */
export interface ApprovalTicketsSource {
  /** The signing key, at least 32 bytes; asked for on first use. */
  readonly key: () => Promise<Uint8Array>;
  readonly clock: Clock;
  /**
   * What the approvals are for: one bot at one address. A ticket of another realm does not count, so
   * that an approval of practice is none of the real thing.
   */
  readonly realm: string;
  /** Milliseconds that a ticket is valid. Defaults to ten minutes. */
  readonly lifetime?: number | undefined;
}

/** Tickets as JSON Web Tokens, signed with HMAC-SHA-256. */
export function createApprovalTickets(source: ApprovalTicketsSource): ApprovalTickets {
  const { key, clock, lifetime = 10 * 60 * 1000 } = source;
  const audience = `guildline:approval:${source.realm}`;
  return {
    issue: async (subject) => {
      const { SignJWT } = await import('jose');
      const expiresAt = clock.now() + lifetime;
      const token = await new SignJWT({ ...subject })
        .setProtectedHeader({ alg: 'HS256' })
        .setAudience(audience)
        .setJti(randomUUID())
        .setExpirationTime(Math.floor(expiresAt / 1000))
        .sign(await key());
      return { token, expiresAt };
    },
    verify: async (token) => {
      const { jwtVerify } = await import('jose');
      try {
        const { payload } = await jwtVerify(token, await key(), {
          algorithms: ['HS256'],
          audience,
          currentDate: new Date(clock.now()),
          requiredClaims: ['jti', 'exp', 'caller', 'tool', 'digest', 'route'],
        });
        const {
          caller,
          tool,
          digest,
          state,
          route,
          jti: id,
          exp,
        } = payload as unknown as Ticket & {
          readonly jti: string;
          readonly exp: number;
        };
        return { caller, tool, digest, state, route, id, expiresAt: exp * 1000 };
      } catch {
        return undefined;
      }
    },
  };
}
