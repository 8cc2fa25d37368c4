/** Where a text comes from that may be a secret. Read when it is needed, and never kept in a message. */
export type TextSource = (
  | { readonly kind: 'environment'; readonly name: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'value'; readonly text: string }
) & {
  /** Stands before the text. */
  readonly prefix: string;
};

/** How an upstream MCP server is reached. */
export type UpstreamAddress =
  | {
      readonly kind: 'process';
      readonly command: string;
      readonly args: readonly string[];
      /** Absolute path. */
      readonly folder: string;
      readonly environment: Readonly<Record<string, TextSource>>;
    }
  | {
      readonly kind: 'http';
      readonly url: string;
      readonly headers: Readonly<Record<string, TextSource>>;
    };

/** A tool of an upstream, as the operator offers it. */
export interface UpstreamToolSettings {
  /** The tool here: `directory_get_person`. */
  readonly name: string;
  /** The tool there. */
  readonly upstreamName: string;
  readonly description: string | undefined;
  readonly effect: 'read' | 'idempotent' | 'once';
  readonly destructive: boolean;
  readonly recordType: string | undefined;
  readonly takes: string | undefined;
  /** Key of the result that holds many records. */
  readonly list: string | undefined;
  readonly cursor: { readonly argument: string; readonly result: string } | undefined;
  readonly reusable: boolean;
}

/** An MCP server whose tools become tools of ours. */
export interface UpstreamSettings {
  /** Also the category of its tools. */
  readonly name: string;
  readonly description: string | undefined;
  readonly address: UpstreamAddress;
  /** Groups that open it; `undefined` if the rights to its tools are enough. */
  readonly groups: readonly string[] | undefined;
  /** Milliseconds for which a call may last. */
  readonly timeout: number;
  readonly concurrency: number;
  readonly callerIdentity: boolean;
  readonly tools: readonly UpstreamToolSettings[];
}

/** The files that may be read as records. */
export interface RecordFilesSettings {
  /** Absolute paths. */
  readonly folders: readonly string[];
  readonly groups: readonly string[] | undefined;
  readonly maximumBytes: number;
}
