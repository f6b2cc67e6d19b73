import { expect, test } from 'vitest';
import { ANN, LEA } from '#db/factories/benches/build-batch-world.ts';
import { by, current, ELUTION, lysed, record } from '#db/factories/benches/section-operations.ts';
import { buildField } from '#db/factories/build-protocols.ts';
import { runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { sample } from '#db/samples/sample.ts';
import { recordFieldValues } from './record-field-value.ts';

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

/** Build a section in which each tube has its code. */
async function worldWithCodes(second = by(ANN, 32)): Promise<MemoryWorld> {
  const world = await lysed({ fields: [DNA] });
  await record(world, ELUTION, 'dna', 's1', 'NB01', by(ANN, 31));
  await record(world, ELUTION, 'dna', 's2', 'NB02', second);
  return world;
}

const importCodes = (world: MemoryWorld, codes: Readonly<Record<string, string>>, minute = 40) =>
  runRule(
    world,
    recordFieldValues,
    {
      assignedSectionId: ELUTION,
      values: Object.entries(codes).map(([sampleId, value]) => ({
        fieldId: 'dna',
        sampleId,
        value,
        inputMethod: 'IMPORTED' as const,
      })),
    },
    by(ANN, minute),
  );
const codesOf = (world: MemoryWorld) =>
  ['s1', 's2'].map((id) => [
    current(world, 'dna', id)?.current.value,
    world.all(sample).find((one) => one.id === id)?.dnaBarcode,
  ]);

test('a file that exchanges the codes of two tubes is recorded as one', async () => {
  const world = await worldWithCodes();
  expect(await importCodes(world, { s1: 'NB02', s2: 'nb01' })).toMatchObject({ outcome: 'APPLIED' });
  expect(codesOf(world)).toEqual([
    ['NB02', 'NB02'],
    ['NB01', 'NB01'],
  ]);
});

test('a file that passes a code on while its tube gets another one is recorded', async () => {
  const world = await worldWithCodes();
  await importCodes(world, { s1: 'NB02', s2: 'NB03' });
  expect(codesOf(world)).toEqual([
    ['NB02', 'NB02'],
    ['NB03', 'NB03'],
  ]);
});

test.each([
  [{ s1: 'NB02' }, 'NB02 was already used for W26325-0002-01.'],
  [{ s1: 'NB02', s2: 'NB02' }, 'NB02 was already used for W26325-0002-01.'],
  [{ s1: 'NB03', s2: 'NB03' }, 'NB03 was already used for W26325-0002-01.'],
])('the file %j would leave one code on two tubes and is refused', async (codes, message) => {
  const world = await worldWithCodes();
  await expect(importCodes(world, codes)).rejects.toThrow(message);
  expect(codesOf(world).map(([value]) => value)).toEqual(['NB01', 'NB02']);
});

test('a code that another person recorded is not exchanged, because it stays until it is corrected', async () => {
  const world = await worldWithCodes(by(LEA, 32));
  await expect(importCodes(world, { s1: 'NB02', s2: 'NB01' })).rejects.toThrow(
    'NB02 was already used for W26325-0002-01.',
  );
});
