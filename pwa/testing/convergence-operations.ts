import type { BenchArgs, BenchOperationName } from '#db/bench-operations.ts';
import { buildBatchWorld } from '#db/factories/benches/build-batch-world.ts';
import { buildSession, buildTube, signSession } from '#db/factories/benches/receiving-bench.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { field } from '#db/protocols/field.ts';
import { section } from '#db/protocols/section.ts';
import { sectionContentHash } from '#db/protocols/signing/section-content.ts';
import { fieldValue } from '#db/protocols/values/field-value.ts';
import { type Body, childRows } from '#pwa/replica/store/document.ts';
import { openTwoDevices, type TwoDevices } from './bench-world.ts';
import { type BenchStep, SLOTS } from './convergence-steps.ts';
import type { PersonAtBench } from './person-at-bench.ts';

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

type Call = { [Name in BenchOperationName]: [name: Name, args: BenchArgs[Name]] }[BenchOperationName];
type Signer = Pick<PersonAtBench, 'actor' | 'shows' | 'proves' | 'replica'>;

let scans = 0;

/** Return the operation of an action in a run, or null when its subject is missing. */
export async function callOf(signer: Signer, step: BenchStep): Promise<Call | null> {
  switch (step.do) {
    case 'move':
    case 'check in':
      return [
        step.do === 'move' ? 'move-sample' : 'check-in-sample',
        { sampleId: tube(step.tube), containerId: `box-${step.box}`, position: slot(step.slot) },
      ];
    case 'check out':
      return ['check-out-sample', { sampleId: tube(step.tube), purpose: 'QC' }];
    case 'fail':
      return [
        'fail-sample',
        { sampleId: tube(step.tube), failureReason: 'INSUFFICENT_RESULTS', failureNotes: null },
      ];
    case 'move box':
      return [
        'move-container',
        { containerId: `box-${step.box}`, parentId: `shelf-${step.shelf}`, position: null },
      ];
    case 'scan box': {
      const barcode = `W26325-000${step.tube + 1}-01`;
      const rows = [{ position: slot(step.slot), barcode, read: 'OK' as const }];
      return ['scan-container', { containerId: `box-${step.box}`, bulkId: `scan-${scans++}`, rows }];
    }
    case 'place':
      return [
        'place-sample',
        { batchId: batch(step.batch), sampleId: tube(step.tube), plateLocation: slot(step.slot) },
      ];
    case 'start':
      return ['start-batch', { batchId: batch(step.batch) }];
    case 'record':
      return record(step);
    case 'sign':
      return sign(signer, `${batch(step.batch)}-lysis`);
    case 'use lot':
    case 'doubt lot':
    case 'release lot':
      return withLot(step);
    case 'receive':
      return receive(signer, step.expected, step.damaged);
    case 'decide':
      return decide(signer, step.choice);
  }
}

function withLot(step: Extract<BenchStep, { lot: number }>): Call {
  const itemId = `lot-${step.lot}`;
  switch (step.do) {
    case 'use lot': {
      const place = { assignedSectionId: `${batch(step.batch)}-lysis`, fieldId: 'buffer', sampleId: null };
      return ['record-field-value', { ...place, value: `L${step.lot}`, inputMethod: 'SCAN' }];
    }
    case 'doubt lot': {
      const failure = { failureReason: 'INVENTORY_ISSUE' as const, failureNotes: null };
      return ['fail-sample', { sampleId: tube(step.tube), ...failure, suspectLotIds: [itemId] }];
    }
    case 'release lot':
      return ['release-lot', { itemId, reason: 'The control ran clean' }];
  }
}

const tube = (index: number): string => `s${index + 1}`;
const batch = (index: number): string => `batch-${index + 1}`;
const slot = (index: number): string => SLOTS[index] ?? 'A1';

function record({ batch: index, tube: of, value }: Extract<BenchStep, { do: 'record' }>): Call {
  const inputMethod = 'TYPED';
  // The last tube carries the value of the whole batch.
  if (of === 3) {
    const assignedSectionId = `${batch(index)}-lysis`;
    return [
      'record-field-value',
      { assignedSectionId, fieldId: 'temperature', sampleId: null, value: `${value}`, inputMethod },
    ];
  }
  const assignedSectionId = `${batch(index)}-elution`;
  return [
    'record-field-value',
    { assignedSectionId, fieldId: 'concentration', sampleId: tube(of), value: `${value}`, inputMethod },
  ];
}

const sign = async (signer: Signer, assignedSectionId: string): Promise<Call | null> => {
  const section = await signer.shows('assigned-sections', assignedSectionId);
  const method = await signer.shows('procedures', 'procedure-extraction');
  return section && method ? ['sign-section', await signing(signer, assignedSectionId)] : null;
};

async function receive(signer: Signer, expected: number, damaged: boolean): Promise<Call> {
  const specimenId = `expected-${expected}`;
  const condition = damaged ? ('LEAKING' as const) : ('NONE' as const);
  const session = buildSession({
    orderIds: ['order-r'],
    trackingNumber: '1ZRUN',
    missingSpecimenIds: [],
    tubes: [buildTube({ specimenId, condition, scannedCode: `TUBE-R-${expected}` })],
  });
  const signed = await signSession({
    ...session,
    signature: { ...session.signature, printedName: signer.actor.name },
  });
  const proof = signer.proves(signed.signature.contentHash);
  return ['accession-shipment', { ...signed, signature: { ...signed.signature, proof } }];
}

async function decide(signer: Signer, choice: 'KEEP_A' | 'KEEP_B'): Promise<Call | null> {
  const conflictQuery = { kind: 'SyncConflict', field: 'status', value: 'OPEN', limit: 1 };
  const [conflict] = await signer.replica.base.query('conflicts', conflictQuery);
  return conflict ? ['resolve-conflict', { conflictId: conflict.id, choice, value: null }] : null;
}
