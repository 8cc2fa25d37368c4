import type { AsyncLocalStorage } from 'node:async_hooks';
import { DefaultRestOptions, type ResponseLike } from '@discordjs/rest';
import { type Answer, fieldOf, toAnswer } from './answer.ts';
import type { BotToken } from './bot-token.ts';
import type { ClientLimits } from './client-limits.ts';
import type { Exchange } from './exchange.ts';
import { type Gate, isBan } from './gate.ts';
import type { Hold, Holds } from './holds.ts';
import type { KnownLimits } from './known-limits.ts';
import { retryAfterSeconds } from './retry-after.ts';
import { toTemplate } from './route.ts';
import type { Wait } from './wait.ts';

type MakeRequest = typeof DefaultRestOptions.makeRequest;
type RequestInit = Parameters<MakeRequest>[1];

/** Added to every wait, since clocks differ; milliseconds. */
const margin = 50;
/** A line that is slower than this is given up; bytes in a millisecond. */
const slowestUpload = 256;

/** What the hook is made from. */
export interface HttpHookSource {
  readonly current: AsyncLocalStorage<Exchange>;
  readonly token: BotToken;
  readonly gate: Gate;
  readonly holds: Holds;
  readonly knownLimits: KnownLimits;
  readonly limits: ClientLimits;
  readonly now: () => number;
  readonly wait: Wait;
}

/**
 * Sends one request for the library's queue. The library's own way waits for the headers only,
 * leaves error bodies unread (a socket error then ends the process), takes a 429 without
 * `Retry-After` for leave to send again at once and can lock a queue after one with it. Here the
 * whole answer is read within the time, and the library never sees a 429.
 */
export function createHttpHook(source: HttpHookSource): MakeRequest {
  return async (url, init) => {
    const exchange = source.current.getStore();
    if (!exchange) throw new Error('A request was made outside of an exchange.');
    for (;;) {
      init.signal?.throwIfAborted();
      source.gate.assertMayLeave(exchange.source);
      const { body, patience } = exchange.source;
      const hold = source.holds.find(exchange.source, body, source.now(), patience.served);
      if (hold) {
        await waitFor(source, exchange, hold, false);
      } else {
        const answered = await send(source, exchange, url, init);
        if (!('hold' in answered)) return answered;
        await waitFor(source, exchange, answered.hold, true);
      }
    }
  };
}

async function waitFor(
  source: HttpHookSource,
  exchange: Exchange,
  hold: Hold,
  answered: boolean,
): Promise<void> {
  if (!exchange.waitsFor(hold, answered)) throw new Error('Held back.');
  await source.wait(hold.milliseconds, exchange.signal);
}

async function send(
  source: HttpHookSource,
  exchange: Exchange,
  url: string,
  init: RequestInit,
): Promise<ResponseLike | { hold: Hold }> {
  const { token, gate } = source;
  const { authorized } = exchange.source;
  const authorization = token.header;
  const headers = {
    ...(init.headers as Record<string, string>),
    ...(authorized && { authorization }),
  };
  const { response, answer } = await receive(source, exchange, url, { ...init, headers });
  const scope = response.headers.get('x-ratelimit-scope');
  gate.learn(exchange.source, authorization, answer, scope);
  source.knownLimits.learn(toTemplate(exchange.source), response.headers);
  if (answer.status === 429 && !isBan(answer)) {
    exchange.requeue();
    return { hold: toHold(source, exchange, response, answer) };
  }
  exchange.finish(answer);
  if (answer.status === 429) throw new Error('Blocked.');
  return toResponse(response, answer);
}

/** Sends and reads everything within the time of one request. */
async function receive(
  { gate, limits }: HttpHookSource,
  exchange: Exchange,
  url: string,
  init: RequestInit,
): Promise<{ response: ResponseLike; answer: Answer }> {
  const timeoutMs = limits.requestTimeoutMs + exchange.source.uploadBytes / slowestUpload;
  const timer = setTimeout(() => exchange.stop('timeout'), timeoutMs);
  exchange.leave();
  try {
    const response = await DefaultRestOptions.makeRequest(url, init);
    exchange.begin(response.status);
    const text = await readText(response, limits.answerBytes);
    const answer = toAnswer(response.status, response.headers, text);
    return { response, answer };
  } catch (error) {
    const ours = exchange.stopped !== undefined && exchange.stopped !== 'timeout';
    if (!ours) gate.learnOfSilence();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function toHold(
  { holds, now }: HttpHookSource,
  { source }: Exchange,
  { headers }: ResponseLike,
  answer: Answer,
): Hold {
  const refusal = {
    milliseconds: retryAfterSeconds(headers, answer, now()) * 1000 + margin,
    global: headers.has('x-ratelimit-global') || fieldOf(answer.json, 'global') === true,
    scope: headers.get('x-ratelimit-scope') ?? 'user',
    isSublimit: Number(headers.get('x-ratelimit-remaining')) > 0,
  };
  return holds.add(source, source.body, refusal, now());
}

async function readText({ body }: ResponseLike, limit: number): Promise<string> {
  if (!body) return '';
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > limit) {
      throw Object.assign(new Error('The answer is too long.'), { code: 'ANSWER_TOO_LONG' });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** An answer that is read already, in the shape in which the library takes it. */
function toResponse(response: ResponseLike, answer: Answer): ResponseLike {
  return {
    body: null,
    bodyUsed: true,
    headers: response.headers,
    status: response.status,
    statusText: response.statusText,
    ok: response.ok,
    text: async () => answer.text,
    json: async () => answer.json ?? {},
    arrayBuffer: async () => new ArrayBuffer(0),
  };
}
