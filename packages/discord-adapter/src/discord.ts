/** A file to upload beside a body. */
export interface DiscordFile {
  readonly name: string;
  readonly data: Uint8Array;
  readonly contentType?: string | undefined;
}

/** What a request carries beside its route. */
export interface DiscordRequest {
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
  readonly body?: unknown;
  readonly files?: readonly DiscordFile[] | undefined;
  /** Shown in the guild's audit log; 1 to 512 characters. */
  readonly reason?: string | undefined;
  /** False for routes that carry their own token (webhooks). Defaults to true. */
  readonly auth?: boolean | undefined;
}

/**
 * Discord's REST API for the length of one tool call. Deadline, cancellation and retries come with
 * it: a `GET` is always repeated on a passing fault, anything else only where the calling tool's
 * effect allows. A route is a path below `/api/v10`, as `discord-api-types`' `Routes` make it.
 * Every method rejects with a `ToolError`.
 */
export interface Discord {
  get<Body>(route: string, request?: DiscordRequest): Promise<Body>;
  post<Body>(route: string, request?: DiscordRequest): Promise<Body>;
  put<Body>(route: string, request?: DiscordRequest): Promise<Body>;
  patch<Body>(route: string, request?: DiscordRequest): Promise<Body>;
  delete<Body>(route: string, request?: DiscordRequest): Promise<Body>;
  /** The id of the bot user whose token is in use. */
  botId(): Promise<string>;
  /** The nonce of the n-th message of this call: at most 25 characters, the same on every repetition. */
  nonce(part: number): string;
}
