import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { marks, type ToolDefinition, toWireTool } from '@guildline/mcp-core';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { isPermissionName } from '../src/permissions/permission-names.ts';
import { discordTools } from '../src/tools/index.ts';
import { auditedRoutes } from './audited-routes.ts';
import { formatJson } from './format-json.ts';
import { walkSchema } from './walk-schema.ts';

// Imported without its types, which are TypeScript sources that our compiler options refuse.
const specification: string = 'discord-api-spec';
const { pathsList } = (await import(specification)) as {
  readonly pathsList: Readonly<Record<string, readonly string[]>>;
};

const tools = discordTools(() => {
  throw new Error('The surface needs no connection.');
});

/** Characters of a tool's entry in `tools/list`: about 700 tokens. */
const entryLimit = 2600;

/** Every tool that deletes, removes people or cannot be undone; the flag is decided here, by name. */
const destructiveTools = [
  'channels_delete',
  'events_delete',
  'members_ban',
  'members_bulk_ban',
  'members_kick',
  'messages_bulk_delete',
  'messages_delete',
  'raid_ban',
  'reactions_remove',
  'roles_delete',
];

/** Keys of outputs whose value somebody typed. */
const writtenByPeople: readonly string[] = [
  'content',
  'description',
  'filename',
  'forwarded_content',
  'global_name',
  'location',
  'name',
  'nick',
  'question',
  'reason',
  'text',
  'title',
  'topic',
  'username',
];

test('tool names are unique, and each tool is in the category its name begins with', () => {
  const names = tools.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { name, category } of tools) {
    const resource = category.replace(/s$/, '');
    expect(name, `${name} in ${category}`).toMatch(new RegExp(`^${resource}s?_`));
  }
});

test('exactly the listed tools are destructive', () => {
  const destructive = tools.filter((tool) => tool.destructive).map(({ name }) => name);
  expect(destructive.sort()).toEqual(destructiveTools);
});

test('no snapshot is left of a tool that is gone', async () => {
  const folder = fileURLToPath(new URL('./surface/', import.meta.url));
  const files = await readdir(folder);
  expect(files.sort()).toEqual(tools.map(({ name }) => `${name}.json`).sort());
});

describe.each(tools.map((tool) => [tool.name, tool] as const))('%s', (name, tool) => {
  test('its surface is the committed one', async () => {
    await expect(formatJson(toSurface(tool))).toMatchFileSnapshot(`./surface/${name}.json`);
  });

  test('every id among its arguments is marked with what it names', () => {
    const unmarked: string[] = [];
    walkSchema(tool.input(), (path, layers) => {
      const name = path.findLast((key) => key !== '[]') ?? '';
      // Which of a caller's states is meant says nothing about Discord.
      const isId = /(^|_)ids?$/.test(name) && name !== 'state_id';
      const isMarked = layers.some((layer) => marks.get(layer)?.refersTo);
      const isLeaf = layers.at(-1)?._zod.def.type === 'string';
      if (isId && isLeaf && !isMarked) unmarked.push(path.join('.'));
    });
    expect(unmarked).toEqual([]);
  });

  test('its permissions are names that Discord has', () => {
    const names = (tool.permissions ?? []).flat();
    expect(names.filter((permission) => !isPermissionName(permission))).toEqual([]);
  });

  test('text that people wrote is marked as untrusted in its output', () => {
    const unmarked: string[] = [];
    walkSchema(tool.output(), (path, layers) => {
      const isText = layers.at(-1)?._zod.def.type === 'string';
      const isMarked = layers.some((layer) => marks.get(layer)?.untrusted);
      const key = path.findLast((part) => part !== '[]') ?? '';
      if (isText && writtenByPeople.includes(key) && !isMarked) unmarked.push(path.join('.'));
    });
    expect(unmarked).toEqual([]);
  });

  test('both schemas have an object root without alternatives', () => {
    for (const [schema, io] of [
      [tool.input(), 'input'],
      [tool.output(), 'output'],
    ] as const) {
      const published = z.toJSONSchema(schema, { io });
      expect(published.type).toBe('object');
      expect(Object.keys(published)).not.toContain('anyOf');
      expect(Object.keys(published)).not.toContain('oneOf');
      expect(Object.keys(published)).not.toContain('allOf');
    }
  });

  test('unknown arguments are refused', () => {
    const { error } = tool.input().safeParse({ contnet: 'a typing mistake' });
    expect(error?.issues.some(({ code }) => code === 'unrecognized_keys')).toBe(true);
  });

  test('its entry in the list is small', () => {
    const { length } = JSON.stringify(toWireTool(tool));
    expect(length).toBeLessThanOrEqual(entryLimit);
  });

  test('its effect fits the method of its main route', () => {
    // A tool without routes changes nothing at Discord, and is no write for that.
    if (!tool.routes) return expect(tool.openWorld).toBe(false);
    const method = tool.routes[0]?.split(' ')[0];
    if (method === 'GET') expect(tool.effect).toBe('read');
    else expect(tool.effect).not.toBe('read');
    if (method === 'PUT' || method === 'PATCH' || method === 'DELETE') {
      expect(tool.effect).toBe('idempotent');
    }
  });

  test('its routes are in the official specification', () => {
    for (const route of tool.routes ?? []) {
      const [method = '', path = ''] = route.split(' ');
      expect(pathsList[method.toLowerCase()], route).toContain(path);
    }
  });

  test('a lost answer can be looked up where a repetition would double', () => {
    const repeatable = tool.effect === 'read' || tool.effect === 'idempotent';
    expect(tool.lookup !== undefined).toBe(!repeatable);
  });

  test("it takes a reason for the audit log where Discord's route does", () => {
    const { properties = {} } = z.toJSONSchema(tool.input(), { io: 'input' });
    const takesReason = 'audit_reason' in properties;
    const audited = tool.routes?.some((route) => auditedRoutes.includes(route)) ?? false;
    expect(takesReason).toBe(audited && tool.effect !== 'read');
  });

  test('its list, if it returns one, is under a plural and goes on with next_cursor', () => {
    const { properties = {} } = z.toJSONSchema(tool.input(), { io: 'input' });
    const output = z.toJSONSchema(tool.output(), { io: 'output' }).properties ?? {};
    expect('cursor' in properties).toBe('next_cursor' in output);
  });
});

function toSurface(tool: ToolDefinition) {
  const { $schema: _, ...inputSchema } = z.toJSONSchema(tool.input(), { io: 'input' });
  const { $schema: __, ...outputSchema } = z.toJSONSchema(tool.output(), { io: 'output' });
  return {
    name: tool.name,
    category: tool.category,
    title: tool.title,
    description: tool.description,
    effect: tool.effect,
    destructive: tool.destructive,
    openWorld: tool.openWorld,
    key_lifetime: tool.key_lifetime,
    permissions: tool.permissions,
    routes: tool.routes,
    inputSchema,
    outputSchema,
  };
}
