import { expect, it } from 'vitest';
import { buildBarcode } from '#db/factories/build-samples.ts';
import { MemoryWorld } from '#db/memory-transaction.ts';
import { barcode } from './barcode.ts';
import { labelSample } from './label-sample.ts';

const SAMPLE = { id: 'sample-1', entity: 'WBL' } as const;

it('a label belongs to the business entity of its sample', async () => {
  const world = new MemoryWorld();
  const stamp = { at: '2026-11-21T10:00:00.000Z', userId: 'user-tech', entity: 'WBL' };
  const label = {
    barcodeId: 'barcode-1',
    value: 'R26325-0001-01',
    target: { ...SAMPLE, entity: 'RESONANT' as const },
  };
  await world.transaction(stamp, (tx) => labelSample(tx, label));
  expect(world.one(barcode, 'barcode-1')).toMatchObject({ targetId: 'sample-1', entity: 'RESONANT' });
});

it('a print job marks a label as printed, the receipt of its tube does not', async () => {
  const world = new MemoryWorld();
  const stamp = { at: '2026-11-21T10:00:00.000Z', userId: 'user-tech', entity: 'WBL' };
  const label = { barcodeId: 'barcode-1', value: 'W26325-0001-01', target: SAMPLE };
  await world.transaction(stamp, (tx) => labelSample(tx, label));
  expect(world.one(barcode, 'barcode-1')).toMatchObject({ active: true, printedAt: null, printedById: null });
});

it('a label that was printed before its tube was received stays printed, and only the tube has the code', async () => {
  const world = new MemoryWorld();
  const stamp = { at: '2026-11-21T11:00:00.000Z', userId: 'user-tech', entity: 'WBL' };
  const printedAt = '2026-11-21T10:00:00.000Z';
  const value = 'W26325-0001-01';
  const blank = { ...buildBarcode({ id: 'blank', value, targetId: null, printedAt, printedById: 'user-b' }) };
  await world.transaction(stamp, (tx) => tx.insert(barcode, blank));
  const label = { barcodeId: 'barcode-1', value, target: SAMPLE };
  const { conflictingLabel } = await world.transaction(stamp, (tx) => labelSample(tx, label));
  expect(conflictingLabel).toBeNull();
  expect(world.one(barcode, 'barcode-1')).toMatchObject({ active: true, printedAt, printedById: 'user-b' });
  expect(world.one(barcode, 'blank')?.active).toBe(false);
});
