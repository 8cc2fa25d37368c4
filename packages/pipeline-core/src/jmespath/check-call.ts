import { nameInMessage } from '../name-list.ts';
import { nearestName } from '../nearest-name.ts';
import { invalid } from '../pipeline-error.ts';
import { standardFunctions } from './functions/index.ts';
import type { Node } from './node.ts';

/**
 * Checks what can be known of a call without data: that the function exists, the number of its
 * arguments, and which of them are `&expressions`.
 *
 * @throws PipelineError
 */
export function checkCall(name: string, args: readonly Node[]): void {
  const called = standardFunctions.get(name);
  if (!called) throw refuseName(name);
  const { parameters, variadic = false } = called;
  const fits = variadic ? args.length >= parameters.length : args.length === parameters.length;
  if (!fits) {
    const count = `${variadic ? 'at least ' : ''}${parameters.length}`;
    throw invalid(
      `${name}() takes ${count} ${parameters.length === 1 ? 'argument' : 'arguments'}, not ${args.length}.`,
    );
  }
  for (const [index, argument] of args.entries()) {
    const wanted = parameters[Math.min(index, parameters.length - 1)]?.[0] === 'reference';
    if (wanted === (argument.type === 'reference')) continue;
    throw invalid(
      wanted
        ? `argument ${index + 1} of ${name}() is an expression for each item; write "&" before it.`
        : `argument ${index + 1} of ${name}() takes no "&".`,
    );
  }
}

function refuseName(name: string): Error {
  const names = [...standardFunctions.keys()].sort();
  const meant = nearestName(name, names);
  const hint = meant === undefined ? `There are: ${names.join(', ')}.` : `Did you mean ${meant}()?`;
  return invalid(`JMESPath has no function ${nameInMessage(name)}(). ${hint}`);
}
