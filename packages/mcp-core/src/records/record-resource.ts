import type { JsonSchema, TypeName } from '@guildline/pipeline-core';

/** How the pages of a source follow each other. */
export interface RecordPaging {
  /** Key of the tool's result that holds the records of a page: `members`. */
  readonly list: string;
  /** The argument that takes a cursor, and the key of the result that gives the next one. One page when absent. */
  readonly cursor?: { readonly argument: string; readonly result: string };
  /**
   * The argument that sizes a page, with its largest value and its smallest one (1 when absent). A
   * spec cannot set it: `maxRecords` is its cap.
   */
  readonly size?: { readonly argument: string; readonly most: number; readonly least?: number };
}

/** A registered tool, offered to record pipelines. What it takes and does is the tool's own word. */
export interface RecordOperation {
  /** The registered tool, which is also offered by itself. */
  readonly tool: string;
  /** Defaults to the tool's name. */
  readonly name?: string;
  /** One line; defaults to the first sentence of the tool's description. */
  readonly description?: string;
  /** The type of record for which it is called. Not declared when absent: then any record will do. */
  readonly input?: TypeName;
  /** The type of its records (of a source), or of its result. Not declared when absent. */
  readonly output?: TypeName;
  /** Of a source. It can only be step 0, and then only a read. */
  readonly iterates?: RecordPaging;
  /** True of a read whose answer depends on the settings alone: within one run it is asked once for equal settings. */
  readonly reusable?: boolean;
}

/** A kind of record, for discovery and for the check of templates. */
export interface RecordTypeSource {
  readonly name: TypeName;
  readonly description: string;
  /** What a record looks like. Derived from the tool that gives it when absent. */
  readonly schema?: JsonSchema;
}

/**
 * A connected system with its own credentials and access groups: Discord, files, an upstream MCP
 * server. Its operations are registered tools, and every call of one is a call of the tool.
 */
export interface RecordResource {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly RecordOperation[];
  readonly types?: readonly RecordTypeSource[];
  /** Groups that open it, beside the right to use the tool. Whoever may use the tool when absent; nobody if empty. */
  readonly groups?: readonly string[] | undefined;
  /**
   * True if its operations get the caller's identity: `__CallerId` and `__CallerGroups` beside their
   * arguments, from the authenticated caller and never from a spec. Its tools have to declare
   * `callerIdentity`, so that it is the same for a call of the tool by itself.
   */
  readonly callerIdentity?: boolean;
  /** True if it needs a token that is minted for the caller: refused inside a pipeline, fine by itself. */
  readonly callerToken?: boolean;
  /** Calls that one run may have in flight at once; 4 when absent. Writes go one after the other. */
  readonly concurrency?: number;
}
