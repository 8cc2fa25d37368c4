import { unresolved } from '../pipeline-error.ts';
import type { Evaluation, ParameterType } from './functions/function.ts';
import { standardFunctions } from './functions/index.ts';
import { typeOf } from './json.ts';

/**
 * Calls a standard function with evaluated arguments.
 *
 * @throws PipelineError if an argument has a type that the function does not take, or the result is
 *   no finite number.
 */
export function callFunction(
  name: string,
  args: readonly unknown[],
  evaluation: Evaluation,
): unknown {
  const called = standardFunctions.get(name);
  if (!called) throw unresolved(`there is no function ${name}().`);
  for (const [index, argument] of args.entries()) {
    const types = called.parameters[Math.min(index, called.parameters.length - 1)] ?? [];
    if (!types.some((type) => isOfType(argument, type, evaluation))) {
      throw refuseArgument(name, index, argument, types);
    }
  }
  const result = called.apply(args, evaluation);
  if (typeof result === 'number' && !Number.isFinite(result)) {
    throw unresolved(`${name}() gives no finite number here.`);
  }
  return result;
}

function isOfType(argument: unknown, type: ParameterType, { budget }: Evaluation): boolean {
  switch (type) {
    case 'any':
    case 'reference':
      return true;
    case 'numbers':
    case 'strings': {
      if (!Array.isArray(argument)) return false;
      budget.spend(argument.length);
      const wanted = type === 'numbers' ? 'number' : 'string';
      return argument.every((item) => typeof item === wanted);
    }
    default:
      return typeOf(argument) === type;
  }
}

const typeNames: Readonly<Record<ParameterType, string>> = {
  any: 'anything',
  array: 'a list',
  boolean: 'true or false',
  null: 'null',
  number: 'a number',
  numbers: 'a list of numbers',
  object: 'an object',
  reference: 'an expression',
  string: 'a text',
  strings: 'a list of texts',
};

function refuseArgument(
  name: string,
  index: number,
  argument: unknown,
  types: readonly ParameterType[],
): Error {
  const wanted = types.map((type) => typeNames[type]).join(' or ');
  const found = Array.isArray(argument) ? 'a list of something else' : typeNames[typeOf(argument)];
  const given = Array.isArray(argument) && !types.some(isListOf) ? 'a list' : found;
  const hint =
    argument === null ? ' A value that may be missing needs a default: (a.b || `[]`).' : '';
  return unresolved(
    `argument ${index + 1} of ${name}() must be ${wanted}, and is ${given}.${hint}`,
  );
}

function isListOf(type: ParameterType): boolean {
  return type === 'numbers' || type === 'strings';
}
