/** So many requests in so many milliseconds. */
export interface RequestAllowance {
  readonly limit: number;
  readonly window_ms: number;
}

/** The allowance of one bucket; `shared` is one that others use too, and its 429 does not count as invalid. */
export interface BucketAllowance extends RequestAllowance {
  readonly scope?: 'user' | 'shared';
}

/** A tighter allowance for requests to a route whose body has one of the fields. */
export interface SublimitAllowance extends BucketAllowance {
  /** `'PATCH /channels/{channel_id}'`. */
  readonly route: string;
  readonly fields: readonly string[];
}

/** What may be sent. Whatever is left out has its default ({@link DEFAULT_LIMITS}). */
export interface LimitOptions {
  /** Per bot; per address without a token. */
  readonly global?: RequestAllowance | 'off';
  /** Buckets by `'POST /channels/{channel_id}/messages'`; each is counted per major parameter. */
  readonly routes?: Readonly<Record<string, BucketAllowance>>;
  /** Routes that `routes` does not name. */
  readonly reads?: BucketAllowance;
  readonly writes?: BucketAllowance;
  readonly sublimits?: readonly SublimitAllowance[];
  /** Answers 401, 403 and 429 (but not shared ones) until Cloudflare blocks the address. */
  readonly invalid?: RequestAllowance | 'off';
}

/** Discord documents no numbers; these are what its clients see. */
export const DEFAULT_LIMITS: Required<LimitOptions> = {
  global: { limit: 50, window_ms: 1000 },
  routes: {
    'POST /channels/{channel_id}/messages': { limit: 5, window_ms: 5000 },
    'PATCH /channels/{channel_id}/messages/{message_id}': { limit: 5, window_ms: 5000 },
    'DELETE /channels/{channel_id}/messages/{message_id}': { limit: 5, window_ms: 1000 },
    'POST /channels/{channel_id}/messages/bulk-delete': { limit: 1, window_ms: 1000 },
    'PUT /channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/@me': {
      limit: 1,
      window_ms: 300,
    },
    'POST /channels/{channel_id}/typing': { limit: 5, window_ms: 5000 },
    'POST /webhooks/{webhook_id}/{webhook_token}': { limit: 5, window_ms: 2000 },
    'PATCH /guilds/{guild_id}/members/@me': { limit: 2, window_ms: 3000 },
    'GET /guilds/{guild_id}/members': { limit: 10, window_ms: 10_000 },
  },
  reads: { limit: 30, window_ms: 1000 },
  writes: { limit: 10, window_ms: 5000 },
  sublimits: [
    {
      route: 'PATCH /channels/{channel_id}',
      fields: ['name', 'topic'],
      limit: 2,
      window_ms: 600_000,
    },
  ],
  invalid: { limit: 10_000, window_ms: 600_000 },
};
