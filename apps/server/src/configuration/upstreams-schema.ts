import * as z from 'zod';
import { defaults } from './defaults.ts';
import { environmentName } from './environment-name.ts';

/** Schema of `upstreams`: MCP servers whose tools the operator names become tools of this server. */
export function upstreamsSchema(group: z.ZodString) {
  return z
    .record(upstreamName(), upstream(group))
    .default({})
    .describe(
      'Other MCP servers, by the name under which their tools appear: `directory` with the tool `get_person` gives `directory_get_person`. Nothing is started or reached before the first call. Absent: none.',
    );
}

function upstream(group: z.ZodString) {
  return z
    .strictObject({
      description: z
        .string()
        .min(1, { error: 'Expected a sentence.' })
        .max(300, { error: 'Expected at most 300 characters.' })
        .optional()
        .describe('What the system is, for whoever composes a record pipeline.'),
      command: z
        .string()
        .min(1, { error: 'Expected a program.' })
        .optional()
        .describe('Program that is started and spoken to over its standard input and output.'),
      args: z.array(z.string()).optional().describe('Arguments of `command`.'),
      cwd: path('folder')
        .optional()
        .describe(
          "Folder in which `command` is started. Relative to this file's folder, which is also the default.",
        ),
      env: z
        .record(environmentName(), source())
        .optional()
        .describe(
          'Environment variables of `command`. Of the server’s own it gets PATH, HOME and the like, and nothing else.',
        ),
      url: z
        .url({ protocol: /^https?$/, error: 'Expected an address that begins with https://.' })
        .optional()
        .describe('Address of a server that speaks MCP over HTTP. `command` or `url`, not both.'),
      headers_from: z
        .record(headerName(), header())
        .optional()
        .describe('Headers of each request to `url`, with credentials in them.'),
      groups: z
        .array(group)
        .optional()
        .describe(
          'Groups whose callers may use its tools, beside what the groups open. Absent: every caller to whom a group opens them.',
        ),
      timeout_seconds: z
        .int()
        .min(1)
        .max(300)
        .default(defaults.upstreams.timeoutSeconds)
        .describe('Seconds after which a call is given up, the connecting included.'),
      concurrency: z
        .int()
        .min(1)
        .max(32)
        .default(defaults.upstreams.concurrency)
        .describe('Calls that one record pipeline may have in flight at once.'),
      caller_identity: z
        .boolean()
        .default(false)
        .describe(
          'True hands each call the arguments `__CallerId` and `__CallerGroups`, from the caller that was authenticated.',
        ),
      tools: z
        .record(upstreamToolName(), upstreamTool())
        .describe('The tools that are offered, by their names at the upstream. No other exists.'),
    })
    .describe('One MCP server: how it is reached, who may use it and what for.');
}

function upstreamTool() {
  return z.strictObject({
    name: z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,38}$/, {
        error: 'Expected up to 39 small letters, digits and "_", a letter first.',
      })
      .optional()
      .describe('Name here, behind the name of the upstream. Absent: its own, in small letters.'),
    description: z
      .string()
      .min(1, { error: 'Expected a sentence.' })
      .max(500, { error: 'Expected at most 500 characters.' })
      .optional()
      .describe(
        'What the tool does and when to use it. What the upstream says of itself is not shown to a model.',
      ),
    effect: z
      .enum(['read', 'idempotent', 'once'])
      .default('once')
      .describe(
        'What a repeat does: `read` changes nothing, `idempotent` may be repeated, `once` must not be. What the upstream says of itself does not count.',
      ),
    destructive: z
      .boolean()
      .optional()
      .describe(
        'False if what it changes need not be approved by a person. Absent: true, unless the effect is `read`.',
      ),
    record_type: typeName()
      .optional()
      .describe(
        'Type of its records, such as `Person`. Absent: not declared, which fits everything.',
      ),
    takes: typeName()
      .optional()
      .describe('Type of the records for which it is called. Absent: any.'),
    list: resultKey()
      .optional()
      .describe(
        'Of a tool that gives many records: key of its result that holds them. It can then be the source of a record pipeline.',
      ),
    cursor: z
      .strictObject({
        argument: resultKey().describe('Argument that takes a cursor.'),
        result: resultKey().describe('Key of the result that holds the next one.'),
      })
      .optional()
      .describe('How the pages of `list` follow each other. Absent: there is one page.'),
    reusable: z
      .boolean()
      .default(false)
      .describe(
        'True of a read that answers the same to the same arguments: a record pipeline asks it once for them.',
      ),
  });
}

/** Where a value that may be a secret comes from. */
function source() {
  return z.strictObject(sourceKeys()).describe('Where the value is: `env`, `file` or `value`.');
}

function header() {
  return z
    .strictObject({
      ...sourceKeys(),
      prefix: z
        .string()
        .max(64, { error: 'Expected at most 64 characters.' })
        .optional()
        .describe('Text before the value, such as `Bearer ` with its space.'),
    })
    .describe('Where the value is: `env`, `file` or `value`.');
}

function sourceKeys() {
  return {
    env: environmentName().optional().describe('Name of the environment variable that holds it.'),
    file: path('file')
      .optional()
      .describe(
        "File that holds it and nothing else. Relative to this file's folder; `~/` is the home folder.",
      ),
    value: z
      .string()
      .optional()
      .describe('The value itself, if it is no secret. One that looks like a secret is refused.'),
  };
}

function path(kind: 'file' | 'folder') {
  return z.string().min(1, { error: `Expected the path of a ${kind}.` });
}

function upstreamName() {
  return z.string().regex(/^[a-z][a-z0-9_]{0,29}$/, {
    error:
      'Expected the name of an upstream: up to 30 small letters, digits and "_", a letter first.',
  });
}

function upstreamToolName() {
  return z.string().regex(/^[A-Za-z0-9_./-]{1,128}$/, {
    error:
      'Expected the name of a tool at the upstream: up to 128 letters, digits, "_", "-", "." and "/".',
  });
}

function headerName() {
  return z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/, {
    error: 'Expected the name of a header, such as Authorization.',
  });
}

function typeName() {
  return z.string().regex(/^[A-Z][A-Za-z0-9]{0,63}$/, {
    error: 'Expected the name of a type: letters and digits, a capital first, such as Person.',
  });
}

function resultKey() {
  return z.string().regex(/^[A-Za-z][\w.-]{0,63}$/, {
    error: 'Expected the name of an argument or a key.',
  });
}
