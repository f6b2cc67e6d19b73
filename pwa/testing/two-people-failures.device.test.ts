import { afterEach, describe, expect, test } from 'vitest';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { sample } from '#db/samples/sample.ts';
import { changeOnline, runOnline, type TwoDevices } from './bench-world.ts';
import {
  ELUTION,
  fillsElution,
  LYSIS,
  openSectionBench,
  records,
  signs,
  valuesIn,
} from './convergence-operations.ts';
import type { PersonAtBench } from './person-at-bench.ts';

// Cases 23 and 24 of domain 5.11: one user fails a sample that the other continues to process.

let lab: TwoDevices;

afterEach(() => lab.close());

const fails = (person: PersonAtBench, sampleId: string, minutesAgo: number) =>
  person.does(
    'fail-sample',
    { sampleId, failureReason: 'INSUFFICENT_RESULTS', failureNotes: null },
    minutesAgo,
  );

const childOf = async (parentSampleId: string) => {
  const query = { kind: 'Sample', field: 'parentSampleId', value: parentSampleId };
  const [child] = await lab.mia.replica.base.query('samples', query);
  return lab.agreed('samples', child?.id ?? '');
};

/** Both sections are done and signed by Ann; Bob, offline, knows the earlier state of the batch. */
async function allSigned(): Promise<void> {
  await fillsElution(lab.ann, 60);
  await signs(lab.ann, ELUTION, 50);
}

describe('when one user fails a sample that the other works on', () => {
  test('case 23: a failure wins over values recorded for the sample, and the values are kept', async () => {
    lab = await openSectionBench('lysed');
    await fails(lab.ann, 's1', 30);
    const value = await records(lab.bob, ELUTION, 'concentration', 's1', '20', 20);
    await lab.meet();
    expect(lab.bob.verdict(value)).toEqual({
      outcome: 'APPLIED_WITH_WARNING',
      message: 'Sample W26325-0001-01 has failed; the value is kept.',
    });
    expect(await lab.agreed('samples', 's1')).toMatchObject({ status: 'FAILED_QC', failedById: 'user-ann' });
    expect(valuesIn(await lab.agreed('assigned-sections', ELUTION), 'concentration', 's1')).toMatchObject([
      { value: '20', by: 'user-bob' },
    ]);
  });

  test('case 23: a failure wins over a completion that comes after it', async () => {
    lab = await openSectionBench('lysed');
    await allSigned();
    await lab.meet();
    await fails(lab.ann, 's1', 30);
    const completion = await lab.bob.does('complete-batch', { batchId: 'batch-1' }, 20);
    await lab.meet();
    expect(lab.bob.verdict(completion)).toEqual({
      outcome: 'APPLIED_WITH_WARNING',
      message: 'Failed by others and not completed: W26325-0001-01.',
    });
    expect(await lab.agreed('samples', 's1')).toMatchObject({ status: 'FAILED_QC' });
    expect(await lab.agreed('samples', 's2')).toMatchObject({ status: 'COMPLETED' });
    expect(await childOf('s2')).toMatchObject({ status: 'IN_QUEUE', extractedConcentration: '20' });
  });

  test.each([
    ['KEEP_A', 'COMPLETED', 'IN_QUEUE'],
    ['KEEP_B', 'FAILED_QC', 'CANCELED'],
  ] as const)(
    'case 24: a failure that arrives after the completion cancels the waiting child, and by %s it ends %s',
    async (choice, status, child) => {
      lab = await openSectionBench('lysed');
      await allSigned();
      await lab.ann.does('complete-batch', { batchId: 'batch-1' }, 30);
      await lab.ann.online();
      const lateId = await fails(lab.bob, 's1', 40);
      await lab.meet();
      expect(lab.bob.verdict(lateId)).toEqual({
        outcome: 'CONFLICT',
        message: 'The batch of W26325-0001-01 is completed. Its failure was applied; a lab manager decides.',
      });
      expect(await lab.agreed('samples', 's1')).toMatchObject({
        status: 'FAILED_QC',
        failedById: 'user-bob',
      });
      expect(await childOf('s1')).toMatchObject({ status: 'CANCELED' });
      const conflict = await lab.conflictAbout('s1');
      expect(conflict).toMatchObject({
        kind: 'LATE_FAILURE',
        action: 'Decide about W26325-0001-01: it failed, but its batch is completed',
        mine: { name: 'Bob Baker', label: 'W26325-0001-01 failed' },
        theirs: { name: 'Ann Archer', label: 'Completed with batch W26325-E01' },
      });
      expect((await lab.decides(conflict, choice)).outcome).toBe('APPLIED');
      expect((await lab.agreed('samples', 's1'))['status']).toBe(status);
      expect((await childOf('s1'))['status']).toBe(child);
    },
  );

  test('case 24: a whole batch that failed before it was completed elsewhere is one decision about all its samples', async () => {
    lab = await openSectionBench('lysed');
    await allSigned();
    await lab.ann.does('complete-batch', { batchId: 'batch-1' }, 30);
    await lab.ann.online();
    const failure = { failureReason: 'EQUIPMENT_MALFUNCTION' as const, failureNotes: null };
    const lateId = await lab.bob.does('fail-batch', { batchId: 'batch-1', qc: false, ...failure }, 40);
    await lab.meet();
    expect(lab.bob.verdict(lateId)).toEqual({
      outcome: 'CONFLICT',
      message:
        'Batch W26325-E01 is completed. The failure of its samples was applied; a lab manager decides.',
    });
    const conflict = await lab.conflictAbout('batch-1');
    expect(conflict).toMatchObject({
      kind: 'LATE_BATCH_FAILURE',
      mine: { name: 'Bob Baker', label: 'Batch W26325-E01 failed' },
      theirs: { name: 'Ann Archer', label: 'Completed with batch W26325-E01' },
    });
    expect((await lab.decides(conflict, 'KEEP_B')).outcome).toBe('APPLIED');
    for (const id of ['s1', 's2'])
      expect(await lab.agreed('samples', id)).toMatchObject({ status: 'FAILED_QC', flaggedForReview: false });
    expect(await childOf('s2')).toMatchObject({ status: 'CANCELED' });
    expect(await lab.agreed('batches', 'batch-1')).toMatchObject({ status: 'COMPLETED' });
  });

  test('case 24: a child that is already in the next batch is flagged and stays there', async () => {
    lab = await openSectionBench('lysed');
    await allSigned();
    await lab.ann.does('complete-batch', { batchId: 'batch-1' }, 30);
    await lab.ann.online();
    await lab.mia.online();
    const child = await lab.ann.replica.base.query('samples', {
      kind: 'Sample',
      field: 'parentSampleId',
      value: 's1',
    });
    // Enough for the library preparation.
    await changeOnline(lab.lab, sample, child[0]?.id ?? '', { remainingVolume: '500' });
    await runOnline(lab.lab, lab.mia.actor, 'create-batch', {
      batchId: 'library-1',
      name: 'Library of the day',
      procedureId: 'procedure-library',
      research: false,
      assignedUserId: null,
    });
    await lab.ann.online();
    await lab.ann.does(
      'place-sample',
      { batchId: 'library-1', sampleId: child[0]?.id ?? '', plateLocation: 'A1' },
      0,
    );
    await lab.ann.online();
    await fails(lab.bob, 's1', 40);
    await lab.meet();
    expect(await childOf('s1')).toMatchObject({
      status: 'BATCH_ASSIGNED',
      batchId: 'library-1',
      flaggedForReview: true,
    });
    expect(await lab.conflictAbout('s1')).toMatchObject({ kind: 'LATE_FAILURE' });
  });
});

const wellOf = (sampleId: string, wellLocation: string) => ({ wellLocation, sampleId });
const place = (person: PersonAtBench, sampleId: string, well: string, minutesAgo: number) =>
  person.does('place-sample', { batchId: 'batch-1', sampleId, plateLocation: well }, minutesAgo);

/** Ann has laid out s1 and s2, and all devices are in sync. */
async function laidOut(world?: MemoryWorld): Promise<void> {
  lab = await openSectionBench('empty', world);
  await place(lab.ann, 's1', 'A1', 120);
  await place(lab.ann, 's2', 'B1', 119);
  await lab.meet();
}

describe('a tube that fails on a layout that has not started', () => {
  test('leaves it: the user is told, the batch starts with the others, and both sections are signed', async () => {
    await laidOut();
    const failure = await fails(lab.bob, 's1', 60);
    await lab.meet();
    expect(lab.bob.verdict(failure)).toEqual({
      outcome: 'APPLIED_WITH_WARNING',
      message: 'Sample W26325-0001-01 failed and was removed from the layout of batch W26325-E01.',
    });
    expect(await lab.agreed('samples', 's1')).toMatchObject({
      status: 'FAILED_VISUAL_INSPECTION',
      batchId: null,
      plateLocation: null,
    });
    await lab.ann.does('start-batch', { batchId: 'batch-1', layout: [wellOf('s2', 'B1')] }, 51);
    await records(lab.ann, LYSIS, 'temperature', null, '56', 50);
    await signs(lab.ann, LYSIS, 49);
    await records(lab.ann, ELUTION, 'concentration', 's2', '20', 48);
    await records(lab.ann, ELUTION, 'volume', 's2', '48', 48);
    await signs(lab.ann, ELUTION, 47);
    await lab.ann.does('complete-batch', { batchId: 'batch-1', sampleIds: ['s2'] }, 46);
    await lab.meet();
    expect(await lab.agreed('batches', 'batch-1')).toMatchObject({ status: 'COMPLETED' });
    expect(await lab.agreed('samples', 's2')).toMatchObject({ status: 'COMPLETED', remainingVolume: '800' });
    expect(await lab.openConflicts()).toEqual([]);
  });

  test.each(['placing first', 'failure first'] as const)('ends the same when the %s', async (first) => {
    lab = await openSectionBench();
    await place(lab.ann, 's1', 'A1', 60);
    await fails(lab.bob, 's1', 50);
    await (first === 'placing first' ? lab.ann : lab.bob).online();
    await lab.meet();
    expect(await lab.agreed('samples', 's1')).toMatchObject({
      status: 'FAILED_VISUAL_INSPECTION',
      batchId: null,
      plateLocation: null,
    });
    expect(await lab.agreed('specimens', 'specimen-1')).toMatchObject({
      status: 'ACTION_REQUIRED',
      failedBatchCount: 0,
    });
  });
});

test('case 29: a first value on a plate with an unseen failed tube starts the batch as it was laid out', async () => {
  await laidOut();
  const value = await records(lab.ann, LYSIS, 'temperature', null, '56', 50);
  await fails(lab.bob, 's1', 60);
  await lab.bob.online();
  await lab.meet();
  expect(lab.ann.verdict(value)).toEqual({
    outcome: 'APPLIED_WITH_WARNING',
    message: 'Failed before you knew, and counted as failed in work: W26325-0001-01 by Bob Baker.',
  });
  expect(await lab.agreed('batches', 'batch-1')).toMatchObject({
    status: 'IN_PROGRESS',
    startedById: 'user-ann',
  });
  expect(await lab.agreed('samples', 's2')).toMatchObject({ status: 'IN_PROGRESS', remainingVolume: '800' });
  expect(valuesIn(await lab.agreed('assigned-sections', LYSIS), 'temperature', null)).toMatchObject([
    { value: '56', by: 'user-ann', late: false },
  ]);
  expect(await lab.openConflicts()).toEqual([]);
  expect(await lab.agreed('samples', 's1')).toMatchObject({
    ...{ status: 'FAILED_QC', batchId: 'batch-1', plateLocation: 'A1', remainingVolume: '800' },
  });
});

describe('case 24: a failure and a completion that are unaware of each other', () => {
  test.each([
    ['failure first', 'stands', 'FAILED_QC', 'CANCELED', 'FAILED_QC'],
    ['completion first', 'stands', 'FAILED_QC', 'CANCELED', 'FAILED_QC'],
    ['failure first', 'is overturned', 'COMPLETED', 'IN_QUEUE', 'IN_PROGRESS'],
    ['completion first', 'is overturned', 'COMPLETED', 'IN_QUEUE', 'IN_PROGRESS'],
  ] as const)(
    '%s, and the failure %s: the sample is %s and its child %s',
    async (first, decision, status, child, owner) => {
      lab = await openSectionBench('lysed');
      await allSigned();
      await lab.meet();
      await fails(lab.bob, 's1', 40);
      await lab.ann.does('complete-batch', { batchId: 'batch-1', sampleIds: ['s1', 's2'] }, 30);
      await (first === 'failure first' ? lab.bob : lab.ann).online();
      await lab.meet();
      if (first === 'completion first')
        await lab.decides(await lab.conflictAbout('s1'), decision === 'stands' ? 'KEEP_B' : 'KEEP_A');
      else if (decision === 'is overturned')
        await lab.mia.does('overturn-failure', { sampleId: 's1', reason: 'The reader was dirty' }, 0);
      await lab.meet();
      expect(await lab.agreed('samples', 's1')).toMatchObject({
        status,
        extractedConcentration: '20',
        flaggedForReview: false,
      });
      expect(await childOf('s1')).toMatchObject({ status: child });
      expect(await childOf('s2')).toMatchObject({ status: 'IN_QUEUE' });
      expect(await lab.agreed('specimens', 'specimen-1')).toMatchObject({ status: owner });
      if (decision === 'stands') {
        await lab.mia.does('stop-specimen', { specimenId: 'specimen-1', reason: 'No use' }, 0);
        await lab.meet();
        expect(await lab.agreed('specimens', 'specimen-1')).toMatchObject({ status: 'FAILED_QC_CANCELED' });
      }
      expect(await lab.openConflicts()).toEqual([]);
    },
  );
});
