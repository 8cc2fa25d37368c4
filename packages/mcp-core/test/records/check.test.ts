import { describe, expect, it } from 'vitest';
import { everything } from '../../src/access/rights.ts';
import type { AuditOutcome } from '../../src/index.ts';
import { each, list, mallory, type RecordsWorld, startRecords, toLines } from './records-world.ts';

/** The events that say how something ended. */
function outcomesOf({ events }: RecordsWorld): AuditOutcome[] {
  return events.filter((event) => event.phase === 'outcome');
}

const look = each('people_get', { transform: 'ContactToRecord' });

describe('the check of a record pipeline', () => {
  it('answers a dry run with the typed plan and the authorization of each step, and calls nothing', async () => {
    const world = startRecords();
    const steps = [list, look, each('people_remove'), { transform: 'PersonToRecord' }];
    const answer = await world.execute({ steps, dryRun: true });
    expect(answer.plan?.maxRecords).toBe(10_000);
    expect(answer.plan?.steps.map(({ types }) => (types as { output: string }).output)).toEqual([
      'Record',
      'Record',
      null,
      'Record',
    ]);
    expect(answer.access).toEqual([
      expect.objectContaining({ step: 0, tool: 'people_list', authorized: true }),
      expect.objectContaining({ step: 1, tool: 'people_get', authorized: true }),
      expect.objectContaining({ step: 2, tool: 'people_remove', authorized: true }),
    ]);
    expect(world.people.calls).toEqual([]);
    await expect(
      world.engine.list({ kind: 'records', caller: 'alice', limit: 1 }),
    ).resolves.toEqual([]);
  });

  it('tells the access of each step on the wire, where no key of it counts as a secret', async () => {
    const world = startRecords();
    const outcome = await world.call('pipeline_execute', { steps: [list, toLines], dryRun: true });
    const { structuredContent } = world.present(outcome);
    expect(JSON.stringify(structuredContent)).not.toContain('redacted');
    expect(structuredContent).toMatchObject({ access: [{ step: 0, authorized: true }] });
  });

  it('asks nobody to approve a dry run, nor a pipeline with problems', async () => {
    const world = startRecords();
    const dry = await world.ask({ steps: [list, each('people_remove')], dryRun: true });
    expect(dry).toMatchObject({ kind: 'result', structured: { plan: { destructive: true } } });
    const wrong = await world.ask({ steps: [list, each('people_remov')] });
    expect(wrong).toMatchObject({
      kind: 'result',
      isError: true,
      structured: {
        error: { phase: 'building', step: 1, code: 'RECORD_UNKNOWN_OPERATION' },
        problems: [{ step: 1, nearest: 'people_remove' }],
      },
    });
  });

  it('reports every problem at once, each with its step', async () => {
    const answer = await startRecords().execute({
      steps: [
        { resource: 'People', operation: 'people_get', operationSettings: { id: '1' } },
        { resource: 'People', operation: 'people_get', operationSettings: { idd: '{{id}}' } },
        { transform: 'RecordSetToLine' },
      ],
    });
    expect(answer.error).toMatchObject({ phase: 'building', code: 'RECORD_PIPELINE_INVALID' });
    expect(answer.problems?.map(({ step, code }) => [step, code])).toEqual([
      [0, 'RECORD_SOURCE_INVALID'],
      [1, 'RECORD_TYPE_MISMATCH'],
      [1, 'RECORD_SETTINGS_INVALID'],
      [1, 'RECORD_SETTINGS_INVALID'],
      [2, 'RECORD_UNKNOWN_TRANSFORM'],
    ]);
  });

  it('compares the types that the tools publish, and the fields that templates read', async () => {
    const world = startRecords();
    const { transform: _none, ...raw } = list;
    const mismatch = await world.execute({ steps: [raw, look], dryRun: true });
    expect(mismatch.problems?.[0]).toMatchObject({ code: 'RECORD_TYPE_MISMATCH', step: 1 });
    const field = await world.execute({
      steps: [raw, { ...each('people_greet_once'), operationSettings: { id: '{{idd}}' } }],
      dryRun: true,
    });
    expect(field.problems?.[0]).toMatchObject({ code: 'RECORD_TEMPLATE_INVALID', step: 1 });
  });

  it('takes no page size from a spec', async () => {
    const sized = { ...list, operationSettings: { limit: 5 } };
    const answer = await startRecords().execute({ steps: [sized, toLines], dryRun: true });
    expect(answer.problems).toMatchObject([{ step: 0, code: 'RECORD_SETTINGS_INVALID' }]);
  });

  it('strips reserved keys at any depth and reports where they stood', async () => {
    const steps = [
      { ...list, __token: 'x', operationSettings: { city: 'Bern', __CallerId: 'root' } },
      toLines,
    ];
    const answer = await startRecords().execute({ steps, dryRun: true });
    expect(answer.plan?.steps[0]?.['stripped']).toEqual(
      expect.arrayContaining(['__token', 'operationSettings.__CallerId']),
    );
  });

  it('says beside the answer of a run what was stripped, too', async () => {
    const world = startRecords();
    const steps = [{ ...list, operationSettings: { city: 'Bern', __CallerId: 'root' } }, toLines];
    for (const background of [false, true]) {
      const outcome = await world.call('pipeline_execute', { steps, background });
      expect(outcome).toMatchObject({
        notes: [expect.stringContaining('operationSettings.__CallerId of step 0')],
      });
    }
  });

  it('refuses a pipeline as an operation', async () => {
    const step = { resource: 'People', operation: 'pipeline_execute', operationSettings: {} };
    const answer = await startRecords().execute({ steps: [list, step] });
    expect(answer.problems?.some(({ code }) => code === 'PIPELINE_RECURSION')).toBe(true);
  });

  it('refuses a resource that needs a minted caller token, which works standalone', async () => {
    const world = startRecords({ callerToken: true });
    const answer = await world.execute({ steps: [list, toLines] });
    expect(answer.error).toMatchObject({ code: 'RECORD_CALLER_TOKEN_REQUIRED', step: 0 });
    expect(await world.call('people_get', { id: '1' })).toMatchObject({ kind: 'result' });
  });
});

describe('access to a resource', () => {
  it('is closed to everybody outside its groups, and a denied step is audited and nothing ran', async () => {
    const world = startRecords({ groups: ['moderators'] });
    const answer = await world.execute({ steps: [list, look, toLines] }, mallory);
    expect(answer.error).toMatchObject({ phase: 'building', code: 'NOT_AUTHORIZED' });
    expect(answer.access?.map(({ authorized, code }) => [authorized, code])).toEqual([
      [false, 'NOT_AUTHORIZED'],
      [false, 'NOT_AUTHORIZED'],
    ]);
    expect(world.people.calls).toEqual([]);
    expect(
      outcomesOf(world).map(({ event, tool, records }) => [event, tool, records?.status]),
    ).toEqual([
      ['pipeline_step', 'people_list', 'denied'],
      ['pipeline_step', 'people_get', 'denied'],
      ['pipeline_run', 'pipeline_execute', 'rejected'],
      ['composer', 'pipeline_execute', undefined],
    ]);
  });

  it('is closed to all if its groups are empty', async () => {
    const world = startRecords({ groups: [] });
    const answer = await world.execute({ steps: [list, toLines], dryRun: true });
    expect(answer.access).toMatchObject([{ authorized: false, code: 'NOT_AUTHORIZED' }]);
  });

  it('is judged for the step that only shows its operation, too', async () => {
    const world = startRecords({
      rightsOf: () => ({ ...everything, mayUse: ({ name }) => name !== 'people_get' }),
    });
    const shown = { resource: 'People', operation: 'people_get', ...toLines };
    const answer = await world.execute({ steps: [list, shown] });
    expect(answer.error).toMatchObject({ code: 'NOT_AUTHORIZED', step: 1 });
  });

  it('is read anew when the pipeline runs after its dry run', async () => {
    const world = startRecords({ groups: ['moderators'] });
    const spec = { steps: [list, toLines] };
    expect((await world.execute({ ...spec, dryRun: true })).error).toBeUndefined();
    world.groups = [];
    const answer = await world.execute(spec);
    expect(answer.error).toMatchObject({ code: 'NOT_AUTHORIZED', step: 0 });
    expect(world.people.calls).toEqual([]);
  });

  it('is read anew for each page and each record of a run', async () => {
    const world = startRecords({ groups: ['moderators'], people: 500 });
    world.people.interfere = (tool, { id }) => {
      if (tool === 'people_get' && id === '7') world.groups = [];
    };
    const answer = await world.execute({ steps: [list, look, toLines] });
    expect(answer.error).toMatchObject({ phase: 'execution', code: 'NOT_AUTHORIZED' });
    expect(world.people.callsOf('people_get')).toBeLessThan(20);
    const denied = outcomesOf(world).filter(({ records }) => records?.status === 'denied');
    expect(denied).toMatchObject([{ event: 'pipeline_step', code: 'NOT_AUTHORIZED' }]);
  });

  it('lets a read-only caller read and refuses what writes, before anything runs', async () => {
    const world = startRecords({ rightsOf: () => ({ ...everything, readOnly: true }) });
    expect((await world.execute({ steps: [list, toLines] })).summary).toMatchObject({
      rowCount: 25,
    });
    const answer = await world.execute({ steps: [list, each('people_greet_once')] });
    expect(answer.error).toMatchObject({ code: 'READ_ONLY', step: 1 });
  });
});

describe('the audit log', () => {
  it('has an event of each step and one of the run, beside those of the writes', async () => {
    const world = startRecords({ people: 2 });
    await world.execute({ steps: [list, each('people_greet_once')] });
    const told = outcomesOf(world).flatMap(({ event, records, outcome }) =>
      records ? [[event, outcome, records]] : [],
    );
    expect(told).toEqual([
      ['pipeline_step', 'not_applied', expect.objectContaining({ step: 0, status: 'executed' })],
      [
        'pipeline_step',
        'applied',
        expect.objectContaining({
          step: 1,
          resource: 'People',
          operation: 'people_greet_once',
          status: 'executed',
          counts: { attempted: 2, succeeded: 2, failed: 0, unknown: 0 },
        }),
      ],
      ['pipeline_run', 'applied', expect.objectContaining({ status: 'ok', truncated: false })],
    ]);
    const calls = world.events.filter(
      ({ tool, phase }) => phase === 'outcome' && tool === 'people_greet_once',
    );
    expect(calls.filter(({ event }) => event === 'call')).toHaveLength(2);
  });

  it('says beside the answer what could not be written, of a pipeline that only reads', async () => {
    const world = startRecords({ people: 2, auditFails: () => true });
    const outcome = await world.call('pipeline_execute', { steps: [list, toLines] });
    expect(outcome).toMatchObject({
      kind: 'result',
      notes: [expect.stringContaining('The disk is full.')],
    });
  });
});
