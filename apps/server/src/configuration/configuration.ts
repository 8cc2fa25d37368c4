import type { ApprovalMode, Surface } from '@guildline/mcp-core';
import type { RecordFilesSettings, UpstreamSettings } from './upstream-settings.ts';

/** One bot that a server process can run as. */
export interface Profile {
  readonly id: string;
  /** Absolute path of a file that holds the bot token and nothing else. */
  readonly tokenFile: string | undefined;
  /** Name of the environment variable that holds the bot token. */
  readonly tokenEnvironment: string | undefined;
}

/** Ids of guilds and channels. `undefined` is every one, an empty list is none. */
export interface AllowLists {
  readonly guilds: readonly string[] | undefined;
  readonly channels: readonly string[] | undefined;
}

/** What a group opens to its callers. A list that is `undefined` opens all of its kind. */
export interface Group extends AllowLists {
  readonly categories: readonly string[] | undefined;
  readonly tools: readonly string[] | undefined;
  readonly readOnly: boolean;
}

/** A caller, or the local user, as a member of groups. */
export interface Membership {
  readonly groups: readonly string[];
}

/** When a person has to approve. */
export interface ApprovalSettings {
  readonly withoutElicitation: 'token' | 'refuse';
  readonly maximumMembers: number;
  readonly massMentions: boolean;
  /** By category; a category that is absent is approved once per batch. */
  readonly categories: Readonly<Record<string, ApprovalMode>>;
}

/** What the audit log keeps. */
export interface AuditSettings {
  readonly reads: boolean;
  /** Bytes after which a new file is begun. */
  readonly maximumBytes: number;
}

/** How the server talks to Discord. */
export interface DiscordSettings {
  /** Servers that share the bot token. */
  readonly replicas: number;
  /** For one request and its answer. */
  readonly requestTimeoutMs: number;
}

/** How durable workflows are kept and by whom their questions are answered. */
export interface WorkflowSettings {
  /** Name of this server among those that share a database. */
  readonly replica: string | undefined;
  /** Ids of callers. */
  readonly approvers: readonly string[];
  readonly retentionDays: number;
  /** Milliseconds after which a pipeline goes on as a workflow. */
  readonly promoteAfter: number | undefined;
}

/** Everything that can be configured, with every default filled in. Frozen to its leaves. */
export interface Configuration {
  /** The bot of this process. */
  readonly profile: Profile;
  readonly allowed: AllowLists;
  /** What `tools/list` shows; whatever it shows, every tool that is on can be called. */
  readonly surface: Surface;
  readonly categories: readonly string[] | undefined;
  readonly tools: readonly string[] | undefined;
  readonly excludeTools: readonly string[];
  readonly readOnly: boolean;
  /** Absolute path. */
  readonly dataDirectory: string;
  readonly approval: ApprovalSettings;
  readonly groups: Readonly<Record<string, Group>>;
  readonly callers: Readonly<Record<string, Membership>>;
  /** `undefined` if the local user may do everything that the server may. */
  readonly localUser: Membership | undefined;
  readonly discord: DiscordSettings;
  readonly workflows: WorkflowSettings;
  /** Sorted by name. */
  readonly upstreams: readonly UpstreamSettings[];
  /** `undefined` if no file may be read. */
  readonly recordFiles: RecordFilesSettings | undefined;
  /** Records that one record pipeline may take. */
  readonly maximumRecords: number;
  readonly audit: AuditSettings;
}
