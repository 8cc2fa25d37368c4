import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type CallRequest,
  createDispatcher,
  createRegistry,
  type Outcome,
  type Registry,
} from '@guildline/mcp-core';
import { toUpstreamSettings } from '../../src/configuration/to-upstream-settings.ts';
import type { UpstreamSettings } from '../../src/configuration/upstream-settings.ts';
import { createUpstreams, type Upstreams } from '../../src/upstream/create-upstreams.ts';

type UpstreamValues = Parameters<typeof toUpstreamSettings>[0][string];

/** Upstreams behind a dispatcher, with a data directory of their own. */
export interface StartedUpstream {
  readonly upstreams: Upstreams;
  readonly tools: Registry;
  readonly folder: string;
  /** What was written for whoever runs the server. */
  readonly reports: readonly string[];
  call(tool: string, args?: object, more?: Partial<CallRequest>): Promise<Outcome>;
  /** The same upstreams as another start of the server has them. */
  restart(): StartedUpstream;
  remove(): Promise<void>;
}

/** Configures upstreams as a file would. Nothing is started by it. */
export async function startUpstream(
  values: Readonly<Record<string, UpstreamValues>>,
  environment: Readonly<Record<string, string>> = {},
): Promise<StartedUpstream> {
  const folder = await mkdtemp(join(tmpdir(), 'guildline-upstream-'));
  const settings = toUpstreamSettings(values, import.meta.dirname);
  const started: Upstreams[] = [];
  return start(settings, { folder, environment, started });
}

interface Place {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly started: Upstreams[];
}

function start(settings: readonly UpstreamSettings[], place: Place): StartedUpstream {
  const { folder, environment, started } = place;
  const reports: string[] = [];
  const upstreams = createUpstreams({
    upstreams: settings,
    dataDirectory: folder,
    environment,
    clock: Date,
    report: (message) => reports.push(message),
  });
  started.push(upstreams);
  const tools = createRegistry({ tools: upstreams.tools });
  const dispatch = createDispatcher({ tools, clock: Date });
  const caller = { id: 'tester', groups: [] };
  return {
    upstreams,
    tools,
    folder,
    reports,
    call: (tool, args = {}, more) => dispatch(tool, args, { caller, ...more }),
    restart: () => start(settings, place),
    remove: async () => {
      await Promise.all(started.map((one) => one.close()));
      await rm(folder, { recursive: true });
    },
  };
}

/** The values of an upstream that runs a server of this folder. */
export function child(
  server: 'directory-server' | 'hostile-server',
  more: Partial<UpstreamValues> & Pick<UpstreamValues, 'tools'>,
): UpstreamValues {
  return { command: process.execPath, args: [`${server}.mjs`], ...more };
}

/** The lines of a file; none if it is not there. */
export async function linesOf(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').filter((line) => line !== '');
}
