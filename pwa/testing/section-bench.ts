import type { BenchArgs } from '#db/bench-operations.ts';
import { buildBatchWorld } from '#db/factories/build-batch-world.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { field } from '#db/protocols/field.ts';
import { fieldValue } from '#db/protocols/field-value.ts';
import { section } from '#db/protocols/section.ts';
import { sectionContentHash } from '#db/protocols/section-content.ts';
import { type Body, childRows } from '#pwa/replica/document.ts';
import type { PersonAtBench } from './person-at-bench.ts';
import { openTwoDevices, type TwoDevices } from './two-devices.ts';

export const LYSIS = 'batch-1-lysis';
export const ELUTION = 'batch-1-elution';

/**
 * Two users at an extraction with two sections; with `started`, samples s1 and s2 are in progress in A1 and
 * B1.
 */
export async function openSectionBench(
  stage: 'empty' | 'started' | 'lysed' = 'empty',
  world: MemoryWorld = buildBatchWorld(),
): Promise<TwoDevices> {
  const lab = await openTwoDevices(world);
  if (stage === 'empty') return lab;
  await lab.ann.does('place-sample', { batchId: 'batch-1', sampleId: 's1', plateLocation: 'A1' }, 120);
  await lab.ann.does('place-sample', { batchId: 'batch-1', sampleId: 's2', plateLocation: 'B1' }, 119);
  await lab.ann.does('start-batch', { batchId: 'batch-1' }, 118);
  if (stage === 'lysed') {
    await records(lab.ann, LYSIS, 'temperature', null, '56', 100);
    await signs(lab.ann, LYSIS, 95);
  }
  await lab.meet();
  return lab;
}

/** Record one value, this many minutes before now. */
export const records = (
  person: PersonAtBench,
  assignedSectionId: string,
  fieldId: string,
  sampleId: string | null,
  value: string,
  minutesAgo: number,
): Promise<string> =>
  person.does(
    'record-field-value',
    { assignedSectionId, fieldId, sampleId, value, inputMethod: 'TYPED' },
    minutesAgo,
  );

/** Fill the second section for both samples. */
export async function fillsElution(person: PersonAtBench, minutesAgo: number): Promise<void> {
  for (const sampleId of ['s1', 's2']) {
    await records(person, ELUTION, 'concentration', sampleId, '20', minutesAgo);
    await records(person, ELUTION, 'volume', sampleId, '48', minutesAgo);
  }
}

/** Return the record that a user signs or reviews, as their own device shows it. */
export async function signing(
  person: Pick<PersonAtBench, 'actor' | 'shows' | 'proves'>,
  assignedSectionId: string,
): Promise<BenchArgs['sign-section']> {
  const assigned = (await person.shows('assigned-sections', assignedSectionId)) ?? {};
  const method = (await person.shows('procedures', 'procedure-extraction')) ?? {};
  const own = childRows(section, method, 'sections').find((one) => one.id === assigned['sectionId']);
  if (!own) throw new Error(`${assignedSectionId} is not on this device.`);
  const values = childRows(fieldValue, assigned, 'values');
  const contentHash = await sectionContentHash(
    assignedSectionId,
    own,
    values,
    childRows(field, method, 'fields'),
  );
  return {
    assignedSectionId,
    contentHash,
    proof: person.proves(contentHash),
    printedName: person.actor.name,
    meaning: 'Performed by',
  };
}

/** Sign a section as this user's device shows it. */
export const signs = async (
  person: PersonAtBench,
  assignedSectionId: string,
  minutesAgo: number,
): Promise<string> => person.does('sign-section', await signing(person, assignedSectionId), minutesAgo);

/** List the values of one field and sample in a section's document, by time. */
export function valuesIn(assigned: Body, fieldId: string, sampleId: string | null) {
  return childRows(fieldValue, assigned, 'values')
    .filter((one) => one.fieldId === fieldId && one.sampleId === sampleId)
    .sort((a, b) => (a.occurredAt < b.occurredAt ? -1 : 1))
    .map(({ value, enteredById, conflict, late, supersedesId }) => ({
      value,
      by: enteredById,
      conflict,
      late,
      corrects: supersedesId !== null,
    }));
}
