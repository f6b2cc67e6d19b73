import { expect, test } from 'vitest';
import { type Layout, moveSelection, swapWells, type WellContent } from '#db/batches/layout/plate-layout.ts';
import { seenWells } from '#db/batches/layout/seen-layout.ts';
import type { BenchCall } from '#db/bench-operations.ts';
import { buildBatchControl } from '#db/factories/build-batches.ts';
import { buildSample } from '#db/factories/build-samples.ts';
import { movedSelection, planMove, planPlacement, planPutBack } from './plate-change.ts';

const tube = (id: string): WellContent => ({ kind: 'sample', id });
const LAYOUT: Layout = new Map([
  ['A1', tube('t1')],
  ['B1', tube('t2')],
  ['C1', tube('t3')],
  ['E1', tube('t4')],
]);
const NAMES = new Map([
  ['t1', 'W26325-0001-01'],
  ['t2', 'W26325-0002-01'],
]);

const readContentIds = (layout: Layout): Record<string, string> =>
  Object.fromEntries([...layout].map(([well, content]) => [well, content.id]));

/** Build the arguments of a call that moves wells. */
function moveArgs(call: BenchCall | undefined) {
  if (call?.name !== 'move-wells') throw new Error(`${call?.name} moves no wells.`);
  return call.args;
}

test('dropping a tube on another swaps them and names both wells', () => {
  const plannedMove = planMove('b1', LAYOUT, new Set(), 'A1', 'B1', NAMES);
  expect(plannedMove.title).toBe('Swapped W26325-0001-01 (now B1) and W26325-0002-01 (now A1)');
  const observedWells = [
    { wellLocation: 'A1', kind: 'sample', id: 't1' },
    { wellLocation: 'B1', kind: 'sample', id: 't2' },
  ];
  expect(plannedMove.operation).toEqual({
    name: 'swap-wells',
    args: { batchId: 'b1', from: 'A1', to: 'B1', seen: observedWells },
  });
});

test('undo of a swap restores the plate', () => {
  const { undo } = planMove('b1', LAYOUT, new Set(), 'A1', 'B1', NAMES);
  const observedWells = [
    { wellLocation: 'A1', kind: 'sample', id: 't2' },
    { wellLocation: 'B1', kind: 'sample', id: 't1' },
  ];
  expect(undo).toEqual([
    { name: 'swap-wells', args: { batchId: 'b1', from: 'B1', to: 'A1', seen: observedWells } },
  ]);
  expect(readContentIds(swapWells(swapWells(LAYOUT, 'A1', 'B1'), 'B1', 'A1'))).toEqual(
    readContentIds(LAYOUT),
  );
});

test.each([
  ['B1', 'an overlapping step down'],
  ['D1', 'a step onto another tube'],
  ['A4', 'a step to empty columns'],
])('undo of a moved block restores every well: to %s, %s', (to) => {
  const selected = new Set(['A1', 'B1', 'C1']);
  const { operation: plannedMove, undo } = planMove('b1', LAYOUT, selected, 'A1', to, NAMES);
  const moved = moveSelection(LAYOUT, moveArgs(plannedMove).wells, 'A1', to);
  expect(readContentIds(moved)).not.toEqual(readContentIds(LAYOUT));
  const wells = moveArgs(undo?.[0]).wells;
  // The moved wells and the occupied target wells.
  expect(moveArgs(plannedMove).seen).toEqual(seenWells(LAYOUT, [...new Set(['A1', 'B1', 'C1', ...wells])]));
  expect(readContentIds(moveSelection(moved, wells, to, 'A1'))).toEqual(readContentIds(LAYOUT));
});

test('the selection follows the moved block', () => {
  expect([...movedSelection(new Set(['A1', 'B2']), 'A1', 'C3')]).toEqual(['C3', 'D4']);
  expect([...movedSelection(new Set(['A1', 'B2']), 'H1', 'C3')]).toEqual(['C3']);
});

test('a tube of the queue returns to the queue when its placement is undone', () => {
  const queued = { id: 't9', barcode: 'W26325-0009-01', plateLocation: null, batchId: null };
  expect(planPlacement('b1', queued, 'H12').undo).toEqual([
    { name: 'unplace-sample', args: { batchId: 'b1', sampleId: 't9' } },
  ]);
  const placement = { ...queued, batchId: 'b1', plateLocation: 'A1' };
  expect(planPlacement('b1', placement, 'H12').undo).toEqual([
    { name: 'place-sample', args: { batchId: 'b1', sampleId: 't9', plateLocation: 'A1' } },
  ]);
});

test('a removed tube returns with its DNA barcode, a control as a new one of its kind', () => {
  const row = buildSample({ id: 's1', dnaBarcode: 'NB07' });
  expect(planPutBack('b1', 'A1', row, undefined)).toEqual([
    { name: 'place-sample', args: { batchId: 'b1', sampleId: 's1', plateLocation: 'A1' } },
    { name: 'set-dna-barcodes', args: { batchId: 'b1', barcodes: [{ id: 's1', dnaBarcode: 'NB07' }] } },
  ]);
  const control = buildBatchControl({ id: 'c1', controlType: 'NEGATIVE_CONTROL', name: 'Blank' });
  const [placement, ...more] = planPutBack('b1', 'H12', undefined, control);
  expect(more).toEqual([]);
  expect(placement).toMatchObject({
    name: 'place-control',
    args: { batchId: 'b1', controlType: 'NEGATIVE_CONTROL', plateLocation: 'H12', name: 'Blank' },
  });
  expect(placement?.name === 'place-control' && placement.args.controlId).not.toBe('c1');
});

test('a removed duplicate is created again, not restored', () => {
  const row = buildSample({ id: 'd1', duplicateOfSampleId: 's1' });
  expect(planPutBack('b1', 'A1', row, undefined)).toEqual([]);
});
