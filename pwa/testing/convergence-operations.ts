import type { BenchArgs, BenchOperationName } from '#db/bench-operations.ts';
import { buildSession, buildTube, signSession } from '#db/factories/receiving-bench.ts';
import { type BenchStep, SLOTS } from './convergence-steps.ts';
import type { PersonAtBench } from './person-at-bench.ts';
import { signing } from './section-bench.ts';

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
