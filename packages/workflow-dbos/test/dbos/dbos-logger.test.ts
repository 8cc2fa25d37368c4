import { expect, test } from 'vitest';
import { createDbosLogger } from '../../src/dbos/dbos-logger.ts';

function logged(write: (logger: ReturnType<typeof createDbosLogger>) => void): string[] {
  const lines: string[] = [];
  write(createDbosLogger((line) => lines.push(line)));
  return lines;
}

test('warnings and errors of the engine become one line each, and nothing else does', () => {
  const lines = logged((logger) => {
    logger.debug('d');
    logger.info('i');
    logger.warn('Could not execute workflow\n    at stack');
    logger.error(new Error('disk full'));
  });
  expect(lines).toEqual(['engine: Could not execute workflow', 'engine: disk full']);
});

test('what is normal when runs move between servers is no line', () => {
  const lines = logged((logger) => {
    logger.warn('Workflow wf_1 is no longer owned by this execution. Waiting for the outcome');
    logger.warn('Workflow (wf_1) already exists in queue: undefined, but …');
  });
  expect(lines).toEqual([]);
});

test('a line that comes again and again, with other numbers, is reported once', () => {
  const lines = logged((logger) => {
    for (let attempt = 1; attempt < 50; attempt += 1) {
      logger.warn(
        `Database connection failed: no. Retrying in ${attempt}.21s (attempt ${attempt})`,
      );
    }
    logger.warn('something else');
  });
  expect(lines).toHaveLength(2);
});

test('a secret in an error is not repeated, and a silenced log says nothing', () => {
  const lines = logged((logger) => {
    logger.error(new Error('cannot reach postgres://user:hunter2@host/db'));
    logger.silence();
    logger.error('too late');
  });
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toContain('hunter2');
});
