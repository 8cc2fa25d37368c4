/** A request as the simulator saw it, in the order of arrival. */
export interface LoggedRequest {
  readonly id: number;
  /** ISO 8601 by the simulator's clock. */
  readonly at: string;
  readonly method: string;
  /** Below `/api/vN`, with the query. */
  readonly path: string;
  /** The route's template; empty when no route matched. */
  readonly route: string;
  readonly body: unknown;
  readonly files: { readonly name: string; readonly bytes: number }[];
  readonly reason?: string;
  /** 0 while it is not answered, and for good when the connection was dropped. */
  readonly status: number;
  /** Whether it changed the world. */
  readonly applied: boolean;
  readonly user_id?: string;
}

type Mutable<Row> = { -readonly [Key in keyof Row]: Row[Key] };

/** A log entry while its request runs. */
export type OpenRequest = Mutable<LoggedRequest>;

/** Every request since the start or the last clearing. */
export class RequestLog {
  #entries: OpenRequest[] = [];
  #count = 0;

  open(method: string, path: string, at: number): OpenRequest {
    this.#count += 1;
    const entry: OpenRequest = {
      id: this.#count,
      at: new Date(at).toISOString(),
      method,
      path,
      route: '',
      body: undefined,
      files: [],
      status: 0,
      applied: false,
    };
    this.#entries.push(entry);
    return entry;
  }

  list(): LoggedRequest[] {
    return structuredClone(this.#entries);
  }

  clear(): void {
    this.#entries = [];
  }
}
