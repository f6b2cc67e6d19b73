import { expect, it } from 'vitest';
import { MemoryWorld } from '../memory-transaction.ts';
import { barcode } from './barcode.ts';
import { labelSample } from './label-sample.ts';

it('a label counts as printed when a print job says so, not when its tube is received', async () => {
  const world = new MemoryWorld();
  const stamp = { at: '2026-11-21T10:00:00.000Z', userId: 'user-tech', entity: 'WBL' };
  const label = { barcodeId: 'barcode-1', value: 'W26325-0001-01', targetId: 'sample-1' };
  await world.transaction(stamp, (tx) => labelSample(tx, label));
  expect(world.one(barcode, 'barcode-1')).toMatchObject({ active: true, printedAt: null, printedById: null });
});
