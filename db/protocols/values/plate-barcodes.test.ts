import { expect, test } from 'vitest';
import { setDnaBarcodes } from '#db/batches/set-dna-barcodes.ts';
import { ANN, BOB, LEA } from '#db/factories/benches/build-batch-world.ts';
import { by, current, ELUTION, eluted, record, sign } from '#db/factories/benches/section-operations.ts';
import { buildField } from '#db/factories/build-protocols.ts';
import { runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import type { Actor } from '#db/operation.ts';
import { resolveConflict } from '#db/records/conflicts/resolve-conflict.ts';
import { syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { sample } from '#db/samples/sample.ts';
import { fieldValue } from './field-value.ts';

const DNA = buildField({
  id: 'dna',
  name: 'dna',
  label: 'DNA barcode',
  stepId: 'step-elution',
  type: 'BARCODE',
  barcodeType: 'DNA_BARCODE',
  min: null,
  max: null,
  decimals: null,
});
const NOTE = buildField({
  id: 'note',
  name: 'note',
  label: 'Note',
  stepId: 'step-elution',
  type: 'TEXT',
  scope: 'PER_BATCH',
  required: false,
  min: null,
  max: null,
  decimals: null,
});

const choose = (world: MemoryWorld, barcodes: Record<string, string>, actor: Actor = ANN, minute = 20) =>
  runRule(
    world,
    setDnaBarcodes,
    {
      batchId: 'batch-1',
      barcodes: Object.entries(barcodes).map(([id, dnaBarcode]) => ({ id, dnaBarcode })),
    },
    by(actor, minute),
  );

/** A batch whose lysis is signed; Ann chose NB01 and NB02 on its plate. */
async function barcoded(): Promise<MemoryWorld> {
  const world = await eluted({ fields: [DNA, NOTE] });
  await choose(world, { s1: 'NB01', s2: 'NB02' });
  return world;
}

const dnaOf = (world: MemoryWorld, id: string) => world.one(sample, id)?.dnaBarcode;
const open = (world: MemoryWorld) => world.all(syncConflict).filter((one) => one.status === 'OPEN');

test('barcodes of the plate are values of the section, and nobody enters them again', async () => {
  const world = await barcoded();
  await record(world, ELUTION, 'note', null, 'fine', by(BOB, 31));
  expect(current(world, 'dna', 's1')?.current).toMatchObject({ value: 'NB01', enteredById: 'ann' });
  expect(current(world, 'dna', 's2')?.current.value).toBe('NB02');
  expect(await sign(world, ELUTION, by(BOB, 40))).toMatchObject({ outcome: 'APPLIED' });
});

test('a barcode that is changed on the plate replaces the one taken from it before', async () => {
  const world = await barcoded();
  await record(world, ELUTION, 'note', null, 'fine', by(BOB, 31));
  await choose(world, { s1: 'NB07' }, ANN, 32);
  await record(world, ELUTION, 'note', null, 'good', by(BOB, 33));
  expect(current(world, 'dna', 's1')?.current.value).toBe('NB07');
  expect(current(world, 'dna', 's1')?.differing).toEqual([]);
});

test.each([
  ['a colleague', BOB],
  ['the person who chose it', ANN],
] as const)(
  'another barcode entered by %s is a conflict that names both, and the plate stays until it is decided',
  async (_name, actor) => {
    const world = await barcoded();
    const result = await record(world, ELUTION, 'dna', 's1', 'NB05', by(actor, 31));
    expect(result).toMatchObject({
      outcome: 'CONFLICT',
      message: `DNA barcode of W26325-0001-01 is NB01 by Ann and NB05 by ${actor.name}.`,
    });
    expect(dnaOf(world, 's1')).toBe('NB01');
    await expect(sign(world, ELUTION, by(BOB, 40))).rejects.toThrow('Resolve 1 sync conflicts first.');
    await runRule(
      world,
      resolveConflict,
      { conflictId: open(world)[0]?.id ?? '', choice: 'KEEP_B', value: null },
      by(LEA, 41),
    );
    expect(dnaOf(world, 's1')).toBe('NB05');
    expect(await sign(world, ELUTION, by(BOB, 42))).toMatchObject({ outcome: 'APPLIED' });
  },
);

test('a barcode that was entered in the section and changed on the plate later keeps the section open', async () => {
  const world = await eluted({ fields: [DNA, NOTE] });
  await record(world, ELUTION, 'dna', 's1', 'NB01', by(BOB, 31));
  await record(world, ELUTION, 'dna', 's2', 'NB02', by(BOB, 31));
  await choose(world, { s1: 'NB07' }, ANN, 32);
  await expect(sign(world, ELUTION, by(BOB, 40))).rejects.toThrow(
    'A1: DNA barcode is NB01 here and NB07 on the plate. Correct one.',
  );
});

test('an equal barcode is no second value that counts', async () => {
  const world = await barcoded();
  expect(await record(world, ELUTION, 'dna', 's1', 'NB01', by(BOB, 31))).toMatchObject({ outcome: 'MERGED' });
  expect(open(world)).toEqual([]);
  expect(world.all(fieldValue).filter((one) => one.fieldId === 'dna' && one.sampleId === 's2')).toHaveLength(
    1,
  );
});
