import type { Exchange } from '../http/exchange.ts';
import { checkErrorBody } from './check-error.ts';
import { checkValue, type FindSchema } from './check-value.ts';
import type { Expression, Operation } from './operation.ts';
import { operations } from './operations/operations.ts';
import { relax } from './relax.ts';
import type { Schema } from './schema.ts';

/** Compares what goes over the wire with Discord's own API description. */
export interface SpecCheck {
  /** To be given to `startSimulator` as `observe`. */
  readonly observe: (exchange: Exchange) => void;
  /** What did not agree so far, as `POST /route request.field: reason`; each once. */
  violations(): readonly string[];
}

/**
 * Loads Discord's description (the optional peer dependency `discord-api-spec`) and checks every
 * observed request and answer against it. Requests that were refused with status 400 are not
 * judged again. Rejects when the peer dependency is not installed.
 */
export async function createSpecCheck(): Promise<SpecCheck> {
  const schemas = await loadSchemas();
  const find: FindSchema = (name) => {
    const schema = schemas[`${name}Schema`];
    if (!schema) throw new Error(`discord-api-spec has no schema ${name}.`);
    return schema as Schema;
  };
  const found = new Set<string>();
  return {
    observe: (exchange) => {
      if (exchange.route === '') return;
      const name = `${exchange.method} ${exchange.route}`;
      for (const problem of judge(find, name, exchange)) found.add(`${name} ${problem}`);
    },
    violations: () => [...found],
  };
}

async function loadSchemas(): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await import('discord-api-spec/zod');
  } catch (cause) {
    throw new Error(
      'The spec check needs the packages discord-api-spec and zod. Add both to the dev dependencies.',
      { cause },
    );
  }
}

function judge(find: FindSchema, name: string, exchange: Exchange): string[] {
  const operation = operations[name];
  if (!operation) return ["is not in Discord's API description"];
  const request = exchange.status === 400 ? [] : judgeRequest(find, operation, exchange);
  const answer = exchange.injected ? [] : judgeAnswer(find, operation, exchange);
  return [...request, ...answer].filter(
    (problem) => !DOCUMENTED.some((pattern) => pattern.test(problem)),
  );
}

function judgeRequest(find: FindSchema, operation: Operation, exchange: Exchange): string[] {
  const query = Object.entries(exchange.query).flatMap(([key, value]) => {
    const known = operation.query && Object.hasOwn(operation.query, key);
    const expression = known ? operation.query?.[key] : undefined;
    if (expression === undefined) return [`query.${key}: not in the description`];
    return checkQuery(find, expression, value, `query.${key}`);
  });
  if (exchange.body === undefined) return query;
  if (operation.body === undefined) {
    const empty = JSON.stringify(exchange.body) === '{}';
    return empty ? query : [...query, 'request: a body where the description has none'];
  }
  const body = relax(exchange.body, true);
  return [...query, ...checkValue(find, operation.body, body, 'request')];
}

function judgeAnswer(find: FindSchema, operation: Operation, exchange: Exchange): string[] {
  const { status, response } = exchange;
  if (status >= 400) return checkErrorBody(status, response);
  const expression = operation.answers[status];
  if (expression === undefined) return [`answer: status ${status} is not in the description`];
  if (expression === null) return response === undefined ? [] : ['answer: a body where none is'];
  return checkValue(find, expression, relax(response, false), 'answer');
}

/** What the documentation has and the description leaves out. */
const DOCUMENTED = [
  /^answer\.message: not in CreatedThreadResponse$/,
  /\bmessage_reference\.type: Invalid input/,
];

/** Query values arrive as text; they are read as the type the description gives them. */
function checkQuery(find: FindSchema, expression: Expression, value: string, at: string): string[] {
  const readings = [value, ...(/^-?\d{1,20}$/.test(value) ? [Number(value)] : [])] as unknown[];
  if (value === 'true' || value === 'false') readings.push(value === 'true');
  readings.push([value]);
  const problems = readings.map((reading) => checkValue(find, expression, reading, at));
  return problems.find((each) => each.length === 0) ?? problems[0] ?? [];
}
