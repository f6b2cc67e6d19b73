import { afterEach, describe, expect, test } from 'vitest';
import { buildProcedure } from '#db/factories/build-protocols.ts';
import { procedure } from '#db/protocols/procedure.ts';
import { sample } from '#db/samples/sample.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { changeOnline, type TwoDevices } from './bench-world.ts';
import { LYSIS, openSectionBench, records, valuesIn } from './convergence-operations.ts';
import type { PersonAtBench } from './person-at-bench.ts';

// Cases 12 to 15 and 28 of domain 5.11: two people lay out and start batches.

let lab: TwoDevices;

afterEach(() => lab.close());

const place = (person: PersonAtBench, sampleId: string, batchId: string, well: string, minutesAgo: number) =>
  person.does('place-sample', { batchId, sampleId, plateLocation: well }, minutesAgo);

const wellOf = async (id: string) => {
  const { batchId, plateLocation, status } = await lab.agreed('samples', id);
  return [batchId, plateLocation, status];
};

const flaggedStarts = async (id: string) =>
  ((await lab.agreed('batches', id))['events'] as { type: string; data: { reason?: string } }[]).filter(
    (one) =>
      one.type === 'BATCH_OVERRIDE' &&
      one.data.reason === 'Started while W26325-0001-01 is claimed by two batches',
  );

describe('when two people lay out and start batches offline', () => {
  test.each([
    ['KEEP_A', ['A1', null]],
    ['KEEP_B', [null, 'A1']],
    ['ENTER_VALUE', ['A1', 'C5']],
  ] as const)(
    'case 12: of two samples for one well the first keeps it, the other is unplaced, and %s is the decision',
    async (choice, wells) => {
      lab = await openSectionBench();
      await place(lab.ann, 's1', 'batch-1', 'A1', 5);
      await lab.ann.online();
      const second = await place(lab.bob, 's2', 'batch-1', 'A1', 10);
      await lab.meet();
      expect(lab.bob.verdict(second)).toEqual({
        outcome: 'CONFLICT',
        message: 'Well A1 is occupied. W26325-0002-01 is under Unplaced; choose a well for it.',
      });
      expect(await wellOf('s1')).toEqual(['batch-1', 'A1', 'BATCH_ASSIGNED']);
      expect(await wellOf('s2')).toEqual(['batch-1', null, 'BATCH_ASSIGNED']);
      const conflict = await lab.conflictAbout('s2');
      expect(conflict).toMatchObject({
        kind: 'WELL_TAKEN',
        action: 'Choose a well for W26325-0002-01 in batch W26325-E01',
        mine: { name: 'Bob Baker', label: 'W26325-0002-01 in A1' },
        theirs: { name: 'Ann Archer' },
      });
      expect((await lab.decides(conflict, choice, choice === 'ENTER_VALUE' ? 'c5' : undefined)).outcome).toBe(
        'APPLIED',
      );
      expect([(await wellOf('s1'))[1], (await wellOf('s2'))[1]]).toEqual(wells);
      expect(await lab.openConflicts()).toEqual([]);
    },
  );

  test.each([
    ['KEEP_A', 'batch-1', '800'],
    ['KEEP_B', 'batch-2', '800'],
  ] as const)(
    'case 13: a sample in two batches stays in the first, both starts are flagged, and %s puts it into %s',
    async (choice, batchId, remaining) => {
      lab = await openSectionBench();
      await place(lab.ann, 's1', 'batch-1', 'A1', 30);
      await lab.ann.does('start-batch', { batchId: 'batch-1' }, 25);
      await place(lab.bob, 's2', 'batch-2', 'A1', 29);
      const second = await place(lab.bob, 's1', 'batch-2', 'B1', 28);
      const value = await records(lab.bob, 'batch-2-lysis', 'temperature', null, '55', 20);
      await lab.ann.online();
      await lab.meet();
      expect(lab.bob.verdict(second)).toEqual({
        outcome: 'CONFLICT',
        message: 'W26325-0001-01 is in batch W26325-E01 already. A lab manager decides.',
      });
      expect(lab.bob.verdict(value).outcome).toBe('APPLIED');
      expect(await wellOf('s1')).toEqual(['batch-1', 'A1', 'IN_PROGRESS']);
      const conflict = await lab.conflictAbout('s1');
      expect(conflict).toMatchObject({
        kind: 'SAMPLE_IN_TWO_BATCHES',
        action: 'Decide which batch W26325-0001-01 is in',
        batchId: 'batch-2',
        mine: { name: 'Bob Baker', value: { batchId: 'batch-2', well: 'B1' } },
        theirs: {
          name: 'Ann Archer',
          label: 'W26325-0001-01 in batch W26325-E01, A1',
          value: { batchId: 'batch-1', well: 'A1' },
        },
      });
      expect((await lab.agreed('samples', 's1'))['flaggedForReview']).toBe(true);
      for (const id of ['batch-1', 'batch-2']) expect(await flaggedStarts(id)).toHaveLength(1);
      expect((await lab.decides(conflict, choice)).outcome).toBe('APPLIED');
      const decided = await lab.agreed('samples', 's1');
      expect(decided).toMatchObject({ batchId, status: 'IN_PROGRESS', flaggedForReview: false });
      expect(decided['remainingVolume']).toBe(remaining);
      expect(
        valuesIn(await lab.agreed('assigned-sections', 'batch-2-lysis'), 'temperature', null),
      ).toMatchObject([{ value: '55', by: 'user-bob' }]);
    },
  );

  test('case 7: a sample that one disposed of and the other placed later is on no plate until a manager decides', async () => {
    lab = await openSectionBench();
    await changeOnline(lab.lab, specimen, 'specimen-1', { status: 'COMPLETED' });
    await lab.ann.online();
    const noReviewer = { reviewerUserId: null, reviewerProof: null };
    const disposal = { bulkId: 'bulk-s1', sampleIds: ['s1'], reason: 'Leftover', ...noReviewer };
    await lab.ann.does('dispose-samples', disposal, 20);
    await lab.ann.online();
    const use = await place(lab.bob, 's1', 'batch-1', 'A1', 10);
    await lab.meet();
    expect(lab.bob.verdict(use)).toEqual({
      outcome: 'CONFLICT',
      message: 'Sample W26325-0001-01 has been disposed of. A manager must confirm which is true.',
    });
    expect(await wellOf('s1')).toEqual([null, null, 'IN_QUEUE']);
    const conflict = await lab.conflictAbout('s1');
    expect(conflict).toMatchObject({
      kind: 'disposed-and-used',
      mine: { name: 'Bob Baker', label: 'Placed W26325-0001-01 in batch W26325-E01, A1' },
      theirs: { name: 'Ann Archer', label: 'Disposed of W26325-0001-01' },
    });
    expect((await lab.decides(conflict, 'KEEP_B')).outcome).toBe('APPLIED');
    expect(await lab.agreed('samples', 's1')).toMatchObject({ remainingVolume: '1000', batchId: null });
  });

  test('case 14: a layout edited with knowledge of the start is refused on the device already', async () => {
    lab = await openSectionBench();
    await place(lab.ann, 's1', 'batch-1', 'A1', 30);
    await lab.meet();
    await lab.ann.does('start-batch', { batchId: 'batch-1' }, 10);
    await lab.meet();
    const swap = { batchId: 'batch-1', from: 'A1', to: 'B1' };
    expect(await lab.bob.isRefused('swap-wells', swap)).toBe('Batch W26325-E01 has already started.');
  });

  test('case 29: a tube keeps its position, although its placement in the started batch is in conflict', async () => {
    lab = await openSectionBench();
    await place(lab.ann, 's1', 'batch-1', 'A1', 30);
    await lab.meet();
    await lab.ann.does('start-batch', { batchId: 'batch-1' }, 10);
    await lab.ann.online();
    const placingId = await place(lab.bob, 's2', 'batch-1', 'C1', 20);
    const at = { sampleId: 's2', containerId: 'box', position: 'B2' };
    const move = await lab.bob.does('move-sample', at, 15);
    await lab.meet();
    expect(lab.bob.verdict(placingId)).toEqual({
      outcome: 'CONFLICT',
      message:
        'Batch W26325-E01 has already started. Ann Archer had W26325-0002-01 elsewhere; a lab manager decides.',
    });
    expect(lab.bob.verdict(move).outcome).not.toBe('REJECTED');
    expect(await lab.locate('s2')).toBe('box, B2');
  });

  test('a tube placed after a refused one keeps its well; only the refused one is dropped', async () => {
    lab = await openSectionBench();
    await lab.meet();
    const refusedId = await place(lab.bob, 's1', 'batch-1', 'A1', 20);
    const unplacingId = await lab.bob.does('unplace-sample', { batchId: 'batch-1', sampleId: 's1' }, 19);
    const other = await place(lab.bob, 's2', 'batch-1', 'B1', 18);
    await changeOnline(lab.lab, sample, 's1', { status: 'RECEIVED_ON_HOLD' });
    await lab.meet();
    expect(lab.bob.verdict(refusedId)).toEqual({
      outcome: 'REJECTED',
      message: 'Sample W26325-0001-01 is on hold.',
    });
    expect(lab.bob.verdict(unplacingId).outcome).toBe('REJECTED');
    expect(lab.bob.verdict(other).outcome).toBe('APPLIED');
    expect(await wellOf('s2')).toEqual(['batch-1', 'B1', 'BATCH_ASSIGNED']);
  });

  test('case 15: a batch started twice has one start, the earliest, and names both users', async () => {
    lab = await openSectionBench();
    await place(lab.ann, 's1', 'batch-1', 'A1', 30);
    await lab.meet();
    await lab.ann.does('start-batch', { batchId: 'batch-1' }, 10);
    const second = await lab.bob.does('start-batch', { batchId: 'batch-1' }, 20);
    await lab.meet();
    const batch = await lab.agreed('batches', 'batch-1');
    expect(lab.bob.verdict(second).outcome).toBe('MERGED');
    expect(lab.bob.verdict(second).message).toContain('Ann Archer');
    expect(batch).toMatchObject({ status: 'IN_PROGRESS', startedById: 'user-bob' });
    const starts = (batch['events'] as { type: string; userId: string; occurredAt: string }[]).filter(
      (one) => one.type === 'BATCH_STARTED',
    );
    expect(starts).toHaveLength(2);
    expect(batch['startedAt']).toBe(starts.map((one) => one.occurredAt).sort()[0]);
    // The material was drawn once.
    expect((await lab.agreed('samples', 's1'))['remainingVolume']).toBe('800');
  });

  test('case 28: a batch stays on its pinned version when the procedure is versioned and the flow changes', async () => {
    lab = await openSectionBench();
    await place(lab.ann, 's1', 'batch-1', 'A1', 30);
    await lab.meet();
    await lab.lab.insert(
      procedure,
      buildProcedure({ id: 'procedure-v2', procedureVersion: 2, supersedesId: 'procedure-extraction' }),
    );
    await changeOnline(lab.lab, procedure, 'procedure-extraction', { status: 'ARCHIVED' });
    await changeOnline(lab.lab, specimen, 'specimen-1', { flowId: null });
    const start = await lab.bob.does('start-batch', { batchId: 'batch-1' }, 20);
    const value = await records(lab.bob, LYSIS, 'temperature', null, '56', 15);
    await lab.meet();
    for (const operationId of [start, value])
      expect(lab.bob.verdict(operationId)).toEqual({ outcome: 'APPLIED', message: null });
    expect(await lab.agreed('batches', 'batch-1')).toMatchObject({
      procedureId: 'procedure-extraction',
      status: 'IN_PROGRESS',
    });
    expect(valuesIn(await lab.agreed('assigned-sections', LYSIS), 'temperature', null)).toMatchObject([
      { value: '56' },
    ]);
  });
});
