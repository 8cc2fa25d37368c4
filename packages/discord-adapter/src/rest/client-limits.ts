/** The bounds a client keeps. Milliseconds and counts. */
export interface ClientLimits {
  /** One request and its whole answer, once it has left the queue. */
  readonly requestTimeoutMs: number;
  /** Repetitions after a passing fault, where the effect allows them. */
  readonly retries: number;
  /** The base of the back-off between repetitions; doubled each time, jittered. */
  readonly backOffMs: number;
  /** The longest back-off. */
  readonly maxBackOffMs: number;
  /** How often one request may be answered with 429 before it is given up. */
  readonly rateLimitedAnswers: number;
  /** The longest single rate-limit wait of a call that has no deadline. */
  readonly rateLimitWaitMs: number;
  /** Requests per second over all routes; divide Discord's 50 among replicas that share a token. */
  readonly globalRequestsPerSecond: number;
  /**
   * Invalid requests (401, 403, 429 but for shared limits) in ten minutes before everything is
   * refused for a while. Discord bans an address at 10,000.
   */
  readonly invalidRequests: number;
  /** Passing faults in a row, over all routes, before requests are refused for a while. */
  readonly faultsInARow: number;
  /** How long they are refused; then one request tries again. */
  readonly faultPauseMs: number;
  /** The longest answer that is read, in bytes. */
  readonly answerBytes: number;
  /** How long asking Discord for the reason of a refusal may take. */
  readonly diagnosisMs: number;
}

/**
 * One server's share of the limits that hold for all requests of a bot, where several servers have
 * the same token. A bucket's limit is learnt from Discord's answers and needs no share.
 */
export function shareOfLimits(servers: number): Partial<ClientLimits> {
  const { globalRequestsPerSecond, invalidRequests } = defaultLimits;
  return {
    globalRequestsPerSecond: Math.max(1, Math.floor(globalRequestsPerSecond / servers)),
    invalidRequests: Math.max(1, Math.floor(invalidRequests / servers)),
  };
}

/** What a client keeps to unless it is told otherwise. */
export const defaultLimits: ClientLimits = {
  requestTimeoutMs: 15_000,
  retries: 3,
  backOffMs: 500,
  maxBackOffMs: 8_000,
  rateLimitedAnswers: 10,
  rateLimitWaitMs: 60_000,
  globalRequestsPerSecond: 50,
  invalidRequests: 1_000,
  faultsInARow: 30,
  faultPauseMs: 5_000,
  answerBytes: 32 * 1024 * 1024,
  diagnosisMs: 3_000,
};
