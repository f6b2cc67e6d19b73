import { describe, expect, it } from 'vitest';
import { StorageBench } from '#db/factories/benches/build-storage-bench.ts';
import { event } from '#db/records/events/event.ts';
import { checkOutContainer, checkOutSample } from '#db/samples/custody/check-out-sample.ts';
import { lastHolding } from '#db/samples/custody/custody-chain.ts';
import { missingSince } from '#db/samples/custody/custody-of.ts';
import { dueBack, isOverdue } from '#db/samples/custody/due-back.ts';
import { markSampleFound, markSampleNotFound } from '#db/samples/custody/mark-sample-found.ts';
import { transferCustody } from '#db/samples/custody/transfer-custody.ts';
import { sample } from '#db/samples/sample.ts';
import { scanContainer } from '#db/storage/scan-container.ts';
import { takeStock } from '#db/storage/take-stock.ts';
import { beforeBulk, undoableActions } from './bulk-action.ts';
import { displaceSample, moveSample, swapSamples } from './move-sample.ts';
import { moveSamples, undoMove } from './move-samples.ts';

const to = (sampleId: string, containerId: string, position: string | null) => ({
  sampleId,
  containerId,
  position,
});

function fullBox(): StorageBench {
  const bench = new StorageBench();
  bench.tube('S-1', { storageLocationId: 'box', storagePosition: 'A1' });
  bench.tube('S-2', { storageLocationId: 'box', storagePosition: 'A2' });
  bench.tube('S-3', { storageLocationId: 'box', storagePosition: 'A3' });
  return bench;
}
const missing = (bench: StorageBench, id: string) =>
  missingSince(bench.world.all(event).filter((one) => one.targetId === id));

describe('undo of a bulk move', () => {
  const moves = [to('S-1', 'box-13', 'A1'), to('S-2', 'box-13', 'A2'), to('S-3', 'box-13', 'A3')];
  const undo = { bulkId: 'bulk-1' };

  it('returns every sample without later changes, and names the others', async () => {
    const bench = fullBox();
    await bench.perform(bench.ann, moveSamples, { bulkId: 'bulk-1', moves }, '10:00');
    await bench.perform(bench.bob, moveSample, to('S-2', 'box', 'C3'), '10:30');
    const verdict = await bench.perform(bench.ann, undoMove, undo, '11:00');
    expect(verdict).toMatchObject({
      outcome: 'APPLIED_WITH_WARNING',
      message: '2 of 3 put back. Not put back: S-2 (changed since).',
    });
    expect(['S-1', 'S-2', 'S-3'].map((id) => bench.describePlace(id))).toEqual([
      'box, A1',
      'box, C3',
      'box, A3',
    ]);
    expect(bench.history('S-1')).toEqual(['SAMPLE_MOVED', 'SAMPLE_MOVED']);
  });

  it('leaves a sample in its place when its old slot is taken', async () => {
    const bench = fullBox();
    bench.tube('S-9');
    await bench.perform(bench.ann, moveSamples, { bulkId: 'bulk-1', moves }, '10:00');
    await bench.perform(bench.bob, moveSample, to('S-9', 'box', 'A1'), '10:30');
    const verdict = await bench.perform(bench.ann, undoMove, undo, '11:00');
    expect(verdict.message).toBe('2 of 3 put back. Not put back: S-1 (Box 12, A1 is occupied).');
  });

  it('works once, and for 48 hours only', async () => {
    const bench = fullBox();
    await bench.perform(bench.ann, moveSamples, { bulkId: 'bulk-1', moves }, '10:00');
    const lateContext = { occurredAt: '2026-11-23T10:00:00.001Z' };
    await expect(bench.perform(bench.ann, undoMove, undo, '10:00', lateContext)).rejects.toThrow(
      'A move can be undone for 48 hours.',
    );
    await bench.perform(bench.ann, undoMove, undo, '11:00');
    expect(await bench.perform(bench.bob, undoMove, undo, '11:01')).toMatchObject({ outcome: 'MERGED' });
  });

  it('is offered for the operations of the last two days that were not undone', async () => {
    const bench = fullBox();
    await bench.perform(bench.ann, moveSamples, { bulkId: 'bulk-1', moves }, '10:00');
    const events = bench.world.all(event).filter((one) => one.targetType === 'Sample');
    const undoable = undoableActions(events, '2026-11-22T10:00:00.000Z');
    expect(undoable).toMatchObject([
      { bulkId: 'bulk-1', by: 'Ann Archer', sampleIds: ['S-1', 'S-2', 'S-3'] },
    ]);
    expect(undoableActions(events, '2026-11-24T10:00:00.000Z')).toEqual([]);
    const sampleEvents = events.filter((one) => one.targetId === 'S-1');
    expect(beforeBulk(sampleEvents, 'bulk-1')).toMatchObject({
      from: { containerId: 'box', position: 'A1' },
      untouched: true,
    });
  });

  it('restores the changes of a mistaken rack scan', async () => {
    const bench = fullBox();
    const rows = [{ position: 'A1', barcode: 'S-2', read: 'OK' as const }];
    await bench.perform(bench.ann, scanContainer, { containerId: 'box', bulkId: 'bulk-1', rows }, '10:00');
    expect(bench.describePlace('S-1')).toBe('box, -');
    await bench.perform(bench.ann, undoMove, undo, '10:05');
    expect(['S-1', 'S-2', 'S-3'].map((id) => bench.describePlace(id))).toEqual([
      'box, A1',
      'box, A2',
      'box, A3',
    ]);
    expect(missing(bench, 'S-1')).toBeNull();
  });

  it('returns the slot of a checked-out tube that a mistaken rack scan gave to another', async () => {
    const bench = fullBox();
    const out = { sampleId: 'S-1', purpose: 'BATCH' as const };
    await bench.perform(bench.bob, checkOutSample, out, '09:00');
    const rows = [
      { position: 'A1', barcode: 'S-2', read: 'OK' as const },
      { position: 'A3', barcode: 'S-3', read: 'OK' as const },
    ];
    await bench.perform(bench.ann, scanContainer, { containerId: 'box', bulkId: 'bulk-1', rows }, '10:00');
    expect(bench.describePlace('S-1')).toBe('box, -');
    expect((await bench.perform(bench.ann, undoMove, undo, '10:05')).outcome).toBe('APPLIED');
    expect(['S-1', 'S-2'].map((id) => bench.describePlace(id))).toEqual(['box, A1', 'box, A2']);
    const tube = bench.world.all(sample).find(({ id }) => id === 'S-1');
    expect(tube).toMatchObject({ custodianUserId: 'user-bob', positionConflict: false });
    const lastHold = lastHolding(bench.world.all(event).filter((one) => one.targetId === 'S-1'));
    expect(lastHold?.type).toBe('SAMPLE_CHECKED_OUT');
  });
});

describe('undo of a stock-take', () => {
  const foundTubes = [{ barcode: 'S-8', decision: 'ACCEPT_MOVE' as const, position: 'B1' }];
  const buildCountedBench = async (): Promise<StorageBench> => {
    const bench = fullBox();
    bench.tube('S-8', { storageLocationId: 'box-13', storagePosition: 'A1' });
    const args = { containerId: 'box', bulkId: 'count-1', found: foundTubes, missing: ['S-2'] };
    await bench.perform(bench.ann, takeStock, args, '10:00');
    return bench;
  };
  const undo = { bulkId: 'count-1', sampleIds: ['S-8', 'S-2'], reason: 'Wrong box' };

  it('returns accepted tubes and finds the missing ones again, with the reason in their history', async () => {
    const bench = await buildCountedBench();
    expect((await bench.perform(bench.ann, undoMove, undo, '10:10')).outcome).toBe('APPLIED');
    expect(bench.describePlace('S-8')).toBe('box-13, A1');
    expect(missing(bench, 'S-2')).toBeNull();
    const undoEvents = bench.world.all(event).filter((one) => one.data['undoOf'] === 'count-1');
    expect(undoEvents.map((one) => one.data['reason'])).toEqual(['Wrong box', 'Wrong box', 'Wrong box']);
  });

  it('gives the reason for each tube that stays', async () => {
    const bench = await buildCountedBench();
    await bench.perform(bench.bob, moveSample, to('S-8', 'box-13', 'C3'), '10:05');
    expect((await bench.perform(bench.ann, undoMove, undo, '10:10')).message).toBe(
      '1 of 2 put back. Not put back: S-8 (changed since).',
    );
  });
});

describe('a move of several samples in one operation', () => {
  it('lets samples that make room for each other change places', async () => {
    const bench = fullBox();
    const moves = [to('S-1', 'box', 'A2'), to('S-2', 'box', 'A3'), to('S-3', 'box', 'A1')];
    expect((await bench.perform(bench.ann, moveSamples, { bulkId: 'bulk-1', moves }, '10:00')).outcome).toBe(
      'APPLIED',
    );
    expect(['S-1', 'S-2', 'S-3'].map((id) => bench.describePlace(id))).toEqual([
      'box, A2',
      'box, A3',
      'box, A1',
    ]);
  });

  it('swaps two samples', async () => {
    const bench = fullBox();
    await bench.perform(bench.ann, swapSamples, { sampleId: 'S-1', otherSampleId: 'S-3' }, '10:00');
    expect([bench.describePlace('S-1'), bench.describePlace('S-3')]).toEqual(['box, A3', 'box, A1']);
  });

  it('displaces a sample to a named place', async () => {
    const bench = fullBox();
    bench.tube('S-9');
    const args = {
      sampleId: 'S-9',
      containerId: 'box',
      position: 'A1',
      occupantId: 'S-1',
      toContainerId: 'box-13',
      toPosition: 'B2',
    };
    expect((await bench.perform(bench.ann, displaceSample, args, '10:00')).outcome).toBe('APPLIED');
    expect([bench.describePlace('S-9'), bench.describePlace('S-1')]).toEqual(['box, A1', 'box-13, B2']);
  });

  it('checks out a whole box, and each sample has its entry in the chain', async () => {
    const bench = fullBox();
    await bench.perform(bench.ann, checkOutContainer, { containerId: 'box', purpose: 'BATCH' }, '10:00');
    expect(bench.sample('S-2')).toMatchObject({
      custodianUserId: 'user-ann',
      storageLocationId: 'box',
      storagePosition: 'A2',
    });
    expect(bench.history('S-2')).toEqual(['SAMPLE_CHECKED_OUT']);
    expect(dueBack(bench.sample('S-2'))).toBe('2026-11-21T22:00:00.000Z');
    expect(isOverdue(bench.sample('S-2'), '2026-11-21T22:00:00.001Z')).toBe(true);
  });

  it('sets the due time of the person who checks out; the next holder has the usual 12 hours', async () => {
    const bench = fullBox();
    const out = { containerId: 'box', purpose: 'QC' as const, dueHours: 48 };
    await bench.perform(bench.ann, checkOutContainer, out, '10:00');
    expect(dueBack(bench.sample('S-2'))).toBe('2026-11-23T10:00:00.000Z');
    expect(isOverdue(bench.sample('S-2'), '2026-11-22T10:00:00.000Z')).toBe(false);
    const over = { sampleId: 'S-2', toUserId: 'user-bob' };
    await bench.perform(bench.bob, transferCustody, over, '11:00');
    expect(dueBack(bench.sample('S-2'))).toBe('2026-11-21T23:00:00.000Z');
  });
});

describe('a stock-take', () => {
  it('distinguishes here, elsewhere, unknown and missing', async () => {
    const bench = fullBox();
    bench.tube('S-8', { storageLocationId: 'box-13', storagePosition: 'A1' });
    bench.tube('S-9', { storageLocationId: 'box-13', storagePosition: 'A2' });
    const foundTubes = [
      { barcode: 's-1', decision: 'HERE' as const },
      { barcode: 'S-8', decision: 'ACCEPT_MOVE' as const, position: 'B1' },
      { barcode: 'S-9', decision: 'LEAVE' as const },
      { barcode: 'LOST-77', decision: 'LEAVE' as const },
    ];
    const args = { containerId: 'box', bulkId: 'count-1', found: foundTubes, missing: ['S-2', 'S-3'] };
    const verdict = await bench.perform(bench.ann, takeStock, args, '10:00');
    expect(verdict).toMatchObject({ outcome: 'APPLIED_WITH_WARNING', message: 'Unknown codes: LOST-77.' });
    expect(bench.describePlace('S-8')).toBe('box, B1');
    expect(bench.describePlace('S-9')).toBe('box-13, A2');
    expect(bench.describePlace('S-2')).toBe('box, A2');
    expect(missing(bench, 'S-2')).toBe('2026-11-21T10:00:00.000Z');
    expect(bench.history('S-1')).toEqual([]);
  });

  it('does not miss a sample that a colleague moved after the count', async () => {
    const bench = fullBox();
    await bench.perform(bench.bob, moveSample, to('S-2', 'box-13', 'B1'), '10:05');
    const args = { containerId: 'box', bulkId: 'count-1', found: [], missing: ['S-2'] };
    const verdict = await bench.perform(bench.ann, takeStock, args, '10:00');
    expect(verdict).toMatchObject({ outcome: 'MERGED', message: 'S-2 was moved meanwhile.' });
    expect(missing(bench, 'S-2')).toBeNull();
  });
});

describe('a sample that was not found', () => {
  it('keeps its last place and is missing until somebody sees it', async () => {
    const bench = fullBox();
    await bench.perform(bench.ann, markSampleNotFound, { sampleId: 'S-1' }, '10:00');
    expect(bench.describePlace('S-1')).toBe('box, A1');
    expect(missing(bench, 'S-1')).toBe('2026-11-21T10:00:00.000Z');
    await bench.perform(bench.bob, markSampleFound, { sampleId: 'S-1' }, '10:10');
    expect(missing(bench, 'S-1')).toBeNull();
  });

  it('is not missing when a colleague saw it later than the search', async () => {
    const bench = fullBox();
    await bench.perform(bench.bob, moveSample, to('S-1', 'box-13', 'B1'), '10:05');
    const verdict = await bench.perform(bench.ann, markSampleNotFound, { sampleId: 'S-1' }, '10:00');
    expect(verdict).toMatchObject({ outcome: 'MERGED', message: 'Last seen in Box 13, B1 by Bob Baker' });
    expect(missing(bench, 'S-1')).toBeNull();
  });
});
