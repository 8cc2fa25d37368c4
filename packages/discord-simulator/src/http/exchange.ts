/** A request and its answer, as an observer sees them. */
export interface Exchange {
  readonly method: string;
  /** The route's template; empty when no route matched. */
  readonly route: string;
  /** Below `/api/vN`, without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** The JSON body, `payload_json` of a multipart form included. */
  readonly body: unknown;
  /** 0 when the connection was ended without an answer. */
  readonly status: number;
  readonly response: unknown;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether a fault answered (or ended the connection) and not the simulator. */
  readonly injected: boolean;
}
