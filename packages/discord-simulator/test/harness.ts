import { expect } from 'vitest';
import { type Simulator, type SimulatorOptions, startSimulator } from '../src/index.ts';
import { createSpecCheck } from '../src/spec/index.ts';

export const NOON = '2030-01-01T12:00:00.000Z';
export const BOT = '123456789012345678';
export const OWNER = '100000000000000001';
export const ADMIN = '100000000000000002';
export const MODERATOR = '100000000000000003';
export const HOST = '777788889999000011';
export const SOMEBODY = '200000000000000007';
export const GUILD = '111122223333444455';
export const ROLE = {
  host: '555566667777888899',
  moderator: '555566667777888001',
  bot: '555566667777888002',
  admin: '555566667777888003',
};
export const CHANNEL = {
  information: '222233334444555001',
  rules: '222233334444555002',
  announcements: '222233334444555566',
  general: '222233334444555003',
  help: '222233334444555004',
  lounge: '222233334444555005',
  stage: '222233334444555006',
  moderators: '222233334444555007',
  owners: '222233334444555008',
};

// biome-ignore lint/suspicious/noExplicitAny: answers are read by field in assertions.
export type Json = any;

export interface CallAnswer {
  readonly status: number;
  readonly body: Json;
  readonly headers: Headers;
}

export interface CallOptions {
  readonly reason?: string;
  /** Null sends no token. */
  readonly token?: string | null;
  readonly form?: FormData;
  readonly headers?: Record<string, string>;
}

export interface Harness {
  readonly simulator: Simulator;
  /** Sends `'GET /users/@me'` with the default bot's token. */
  call(request: string, body?: unknown, options?: CallOptions): Promise<CallAnswer>;
  /** Sends it and gives the answer's body; fails unless the answer is 2xx. */
  succeed(request: string, body?: unknown, options?: CallOptions): Promise<Json>;
  /** Sends it and gives `[status, code]` of the error. */
  refuse(request: string, body?: unknown, options?: CallOptions): Promise<[number, number]>;
  /** Sends it and gives the field errors as `path: CODE` lines. */
  fieldErrors(request: string, body?: unknown): Promise<string[]>;
  /** Stops the simulator; fails if anything disagreed with Discord's API description. */
  close(): Promise<void>;
}

/** A simulator at noon of 2030-01-01 without limits, whose every exchange is checked. */
export async function startHarness(options: SimulatorOptions = {}): Promise<Harness> {
  const spec = await createSpecCheck();
  const simulator = await startSimulator({ limits: 'off', observe: spec.observe, ...options });
  simulator.control.setClock(NOON);
  const call: Harness['call'] = async (request, body, extra = {}) => {
    const [method, path] = request.split(/ (.*)/s) as [string, string];
    const token = extra.token === undefined ? simulator.token : extra.token;
    const response = await fetch(`${simulator.url}/v10${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bot ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(extra.reason !== undefined && {
          'x-audit-log-reason': encodeURIComponent(extra.reason),
        }),
        ...extra.headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(extra.form && { body: extra.form }),
    });
    const text = await response.text();
    const json = response.headers.get('content-type')?.startsWith('application/json');
    return {
      status: response.status,
      body: json ? JSON.parse(text) : text,
      headers: response.headers,
    };
  };
  return {
    simulator,
    call,
    succeed: async (request, body, extra) => {
      const answer = await call(request, body, extra);
      expect(answer.status, `${request} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
      return answer.body;
    },
    refuse: async (request, body, extra) => {
      const answer = await call(request, body, extra);
      return [answer.status, answer.body.code];
    },
    fieldErrors: async (request, body) => {
      const answer = await call(request, body);
      expect([answer.status, answer.body.code]).toEqual([400, 50035]);
      return flatten(answer.body.errors);
    },
    close: async () => {
      await simulator.close();
      expect(spec.violations()).toEqual([]);
    },
  };
}

function flatten(level: Json, at: string[] = []): string[] {
  return Object.entries<Json>(level).flatMap(([key, value]) =>
    key === '_errors'
      ? value.map(({ code }: Json) => `${at.join('.')}: ${code}`)
      : flatten(value, [...at, key]),
  );
}

/** Takes permissions away from the bot's role in the main guild. */
export function withoutPermissions(simulator: Simulator, ...bits: bigint[]): void {
  const world = simulator.control.world();
  const role = world.guilds.flatMap(({ roles }) => roles).find(({ id }) => id === ROLE.bot);
  const everyone = world.guilds.flatMap(({ roles }) => roles).find(({ id }) => id === GUILD);
  const denied = bits.reduce((all, bit) => all | bit, 0n);
  for (const each of [role, everyone]) {
    if (each) each.permissions = String(BigInt(each.permissions) & ~denied);
  }
  simulator.control.load(world);
}
