import { expect, test } from 'vitest';
import { ANN } from '#db/factories/benches/build-batch-world.ts';
import {
  by,
  current,
  ELUTION,
  LYSIS,
  lysed,
  record,
  section,
  sign,
  startedWorld,
} from '#db/factories/benches/section-operations.ts';
import { buildField } from '#db/factories/build-protocols.ts';
import { buildFieldValue } from '#db/factories/build-section-work.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { field } from '#db/protocols/field.ts';
import { section as sectionEntity } from '#db/protocols/section.ts';
import { sectionContentHash } from '#db/protocols/signing/section-content.ts';

// Starting the batch draws 200 µL of each tube's 300.
const doubled = buildField({
  id: 'doubled',
  name: 'doubled',
  stepId: 'step-lysis',
  label: 'Diluted volume',
  type: 'CALCULATION',
  scope: 'PER_SAMPLE',
  min: null,
  max: null,
  calculationType: 'MULTIPLICATION',
  operands: { terms: [{ sample: 'remainingVolume' }, { const: '2' }] },
});

/** A section whose one required field is calculated from the tubes, so nobody records a value. */
async function calculatingWorld(remainingVolume: string | null): Promise<MemoryWorld> {
  const world = await startedWorld({ fields: [doubled], sample: { remainingVolume } });
  const typed = world.all(field).find((one) => one.id === 'temperature');
  if (typed) world.putRow(field, { ...typed, required: false });
  return world;
}

/** The hash of the record as the screen shows it, with calculated values. */
const shownHash = (world: MemoryWorld, value: string): Promise<string> => {
  const [own] = world.all(sectionEntity).filter((one) => one.id === 'lysis');
  if (!own) throw new Error('The world has no lysis.');
  const values = ['s1', 's2'].map((sampleId) =>
    buildFieldValue({
      id: `shown-${sampleId}`,
      assignedSectionId: LYSIS,
      fieldId: 'doubled',
      sampleId,
      value,
      numericValue: value,
      inputMethod: 'CALCULATED',
    }),
  );
  return sectionContentHash(LYSIS, own, values, world.all(field));
};

test('a section with only calculations is signed as shown, and stores the values', async () => {
  const world = await calculatingWorld('300');
  expect(await sign(world, LYSIS, by(ANN, 30), await shownHash(world, '200'))).toMatchObject({
    outcome: 'APPLIED',
  });
  expect(section(world, LYSIS)?.completionEventId).not.toBeNull();
  expect(current(world, 'doubled', 's2')?.current).toMatchObject({
    value: '200',
    inputMethod: 'CALCULATED',
    enteredById: 'ann',
  });
});

test('a section whose tube changed after it was shown cannot be signed', async () => {
  const world = await calculatingWorld('300');
  const displayedHash = await shownHash(world, '580');
  await expect(sign(world, LYSIS, by(ANN, 30), displayedHash)).rejects.toThrow(
    'The record changed after you reviewed it.',
  );
  expect(current(world, 'doubled', 's1')).toBeUndefined();
});

test('a divisor of zero blanks the place and blocks the signature, and a new divisor fills it again', async () => {
  const ratio = buildField({
    id: 'ratio',
    name: 'ratio',
    stepId: 'step-elution',
    label: 'Ratio',
    type: 'CALCULATION',
    scope: 'PER_SAMPLE',
    min: null,
    max: null,
    calculationType: 'DIVISION',
    operands: { terms: [{ field: 'concentration' }, { field: 'volume' }] },
  });
  const world = await lysed({ fields: [ratio] });
  for (const sampleId of ['s1', 's2']) {
    await record(world, ELUTION, 'concentration', sampleId, '20', by(ANN, 31));
    await record(world, ELUTION, 'volume', sampleId, '50', by(ANN, 31));
  }
  expect(current(world, 'ratio', 's1')?.current.value).toBe('0.4');
  await record(world, ELUTION, 'volume', 's1', '0', by(ANN, 32));
  expect(current(world, 'ratio', 's1')).toBeUndefined();
  await expect(sign(world, ELUTION, by(ANN, 33))).rejects.toThrow('Cannot divide by zero.');
  await record(world, ELUTION, 'volume', 's1', '25', by(ANN, 34));
  expect(current(world, 'ratio', 's1')?.current.value).toBe('0.8');
  expect(await sign(world, ELUTION, by(ANN, 35))).toMatchObject({ outcome: 'APPLIED' });
});
