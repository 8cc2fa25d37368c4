import { describe, expect, it } from 'vitest';
import { each, linesOf, list, startRecords, tokenOf, toLines } from './records-world.ts';

const greet = each('people_greet_once');

describe('the approval of a record pipeline', () => {
  it('is not asked for one that only reads', async () => {
    const world = startRecords();
    expect(await world.ask({ steps: [list, each('people_get'), toLines] })).toMatchObject({
      kind: 'result',
    });
  });

  it('shows the first rows as they will be written, the most records, the calls and the time', async () => {
    const world = startRecords({ people: 250 });
    const steps = [
      list,
      each('people_greet_once', { operationSettings: { id: '{{id}}', text: 'Hi {{name}}' } }),
    ];
    const outcome = await world.ask({ steps, maxRecords: 150 });
    if (outcome.kind !== 'needs-approval') throw new Error(JSON.stringify(outcome));
    const { preview } = outcome.request;
    expect(preview).toContain('It writes for up to 150 records.');
    expect(preview).toContain('records: at most 150, from People people_list');
    for (const id of [0, 1, 2, 3, 4]) {
      expect(preview).toContain(`row ${id + 1}: ⟦{"id":"${id}","text":"Hi Person ${id}"}⟧`);
    }
    expect(preview).not.toContain('row 6');
    expect(preview).toContain('calls: at most 152 of people');
    expect(preview).toContain('estimated time: up to 16 s');
    expect(world.people.greeted).toEqual([]);
  });

  it('shows whom it is about before any long text, and what shapes the rows that are not shown', async () => {
    const world = startRecords({ people: 250 });
    const steps = [
      { ...list, transform: 'Named', transformSettings: { name: 'Somebody else' } },
      each('people_greet_once', {
        operationSettings: { text: `Hi ${'a'.repeat(600)} the end`, id: '{{id}}' },
      }),
    ];
    const outcome = await world.ask({ steps });
    if (outcome.kind !== 'needs-approval') throw new Error(JSON.stringify(outcome));
    const { preview } = outcome.request;
    expect(preview).toContain(
      'for each, step 1, people_greet_once: ⟦{"id":"{{id}}","text":"Hi aaa',
    );
    expect(preview).toContain(' the end"}⟧');
    expect(preview).toContain('row 5: ⟦{"id":"4","text":"Hi aaa');
    expect(preview).toContain('shaped by step 0, Named: ⟦{"name":"Somebody else"}⟧');
  });

  it('runs only the reads before the first write for the preview', async () => {
    const world = startRecords({ people: 50 });
    const steps = [
      list,
      each('people_get', { transform: 'ContactToRecord' }),
      greet,
      each('people_get', { operationSettings: { id: '1' } }),
    ];
    await world.ask({ steps: steps.slice(0, 3) });
    expect(world.people.callsOf('people_greet_once')).toBe(0);
    expect(world.people.callsOf('people_get')).toBeLessThan(20);
  });

  it('is bound to the steps and the most records', async () => {
    const world = startRecords({ people: 5 });
    const spec = { steps: [list, greet], maxRecords: 3 };
    const token = tokenOf(await world.call('pipeline_execute', spec));
    const wider = await world.call('pipeline_execute', {
      ...spec,
      maxRecords: 4,
      __confirm: token,
    });
    expect(wider).toMatchObject({ kind: 'error', error: { code: 'CONFIRMATION_INVALID' } });
    const other = { ...spec, steps: [list, each('people_remove')], __confirm: token };
    expect(await world.call('pipeline_execute', other)).toMatchObject({ kind: 'error' });
    expect(world.people.greeted).toEqual([]);
    await world.call('pipeline_execute', { ...spec, __confirm: token });
    expect(world.people.greeted).toEqual(['0', '1', '2']);
    const again = await world.call('pipeline_execute', { ...spec, __confirm: token });
    expect(again).toMatchObject({ kind: 'error', error: { code: 'CONFIRMATION_INVALID' } });
  });

  it('covers a destructive step for every record', async () => {
    const world = startRecords({ people: 12 });
    const answer = await world.execute({ steps: [list, each('people_remove')] });
    expect(answer).toMatchObject({
      CSVFile: null,
      summary: { recordsProcessed: 12, rowCount: 12 },
    });
    expect(world.people.removed).toHaveLength(12);
  });

  it('does not cover more writes than records, whatever one record becomes', async () => {
    const world = startRecords({ people: 4 });
    const steps = [list, { transform: 'Triple' }, greet];
    const answer = await world.execute({ steps, maxRecords: 4, onError: 'skip' });
    expect(world.people.greeted).toHaveLength(4);
    expect(answer.summary).toMatchObject({ recordsProcessed: 4, failed: 3 });
    expect(linesOf(answer.failed_records).at(-1)).toMatchObject({
      error_code: 'CONFIRMATION_INVALID',
    });
  });

  it('waits for a write that has begun when the caller cancels', async () => {
    const world = startRecords({ people: 10 });
    const spec = { steps: [list, greet] };
    const token = tokenOf(await world.call('pipeline_execute', spec));
    const controller = new AbortController();
    world.people.interfere = (tool, { id }) => {
      if (tool === 'people_greet_once' && id === '3') controller.abort();
    };
    const outcome = await world.dispatch(
      'pipeline_execute',
      { ...spec, __confirm: token },
      { caller: { id: 'alice', groups: [] }, signal: controller.signal },
    );
    expect(world.people.greeted).toEqual(['0', '1', '2', '3']);
    expect(outcome).toMatchObject({
      kind: 'result',
      isError: true,
      structured: { summary: { recordsProcessed: 4, rowCount: 4 }, error: { code: 'CANCELLED' } },
    });
  });
});
