import type { BenchArgs, BenchOperationName } from '#db/bench-operations.ts';
import { buildSession, buildTube, signSession } from '#db/factories/receiving-bench.ts';
import { type Act, SLOTS } from './convergence-steps.ts';
import type { PersonAtBench } from './person-at-bench.ts';
import { signing } from './section-bench.ts';

type Call = { [Name in BenchOperationName]: [name: Name, args: BenchArgs[Name]] }[BenchOperationName];
type Signer = Pick<PersonAtBench, 'actor' | 'shows' | 'proves' | 'replica'>;

let scans = 0;

/** The operation that an act of a run is, or null when there is nothing to do it with. */
export async function callOf(who: Signer, act: Act): Promise<Call | null> {
  switch (act.do) {
    case 'move':
    case 'check in':
      return [
        act.do === 'move' ? 'move-sample' : 'check-in-sample',
        { sampleId: tube(act.tube), containerId: `box-${act.box}`, position: slot(act.slot) },
      ];
    case 'check out':
      return ['check-out-sample', { sampleId: tube(act.tube), purpose: 'QC' }];
    case 'fail':
      return [
        'fail-sample',
        { sampleId: tube(act.tube), failureReason: 'INSUFFICENT_RESULTS', failureNotes: null },
      ];
    case 'move box':
      return [
        'move-container',
        { containerId: `box-${act.box}`, parentId: `shelf-${act.shelf}`, position: null },
      ];
    case 'scan box': {
      const barcode = `W26325-000${act.tube + 1}-01`;
      const rows = [{ position: slot(act.slot), barcode, read: 'OK' as const }];
      return ['scan-container', { containerId: `box-${act.box}`, bulkId: `scan-${scans++}`, rows }];
    }
    case 'place':
      return [
        'place-sample',
        { batchId: batch(act.batch), sampleId: tube(act.tube), plateLocation: slot(act.slot) },
      ];
    case 'start':
      return ['start-batch', { batchId: batch(act.batch) }];
    case 'record':
      return record(act);
    case 'sign':
      return sign(who, `${batch(act.batch)}-lysis`);
    case 'use lot':
    case 'doubt lot':
    case 'release lot':
      return withLot(act);
    case 'receive':
      return receive(who, act.expected, act.damaged);
    case 'decide':
      return decide(who, act.choice);
  }
}

function withLot(act: Extract<Act, { lot: number }>): Call {
  const itemId = `lot-${act.lot}`;
  switch (act.do) {
    case 'use lot': {
      const place = { assignedSectionId: `${batch(act.batch)}-lysis`, fieldId: 'buffer', sampleId: null };
      return ['record-field-value', { ...place, value: `L${act.lot}`, inputMethod: 'SCAN' }];
    }
    case 'doubt lot': {
      const failure = { failureReason: 'INVENTORY_ISSUE' as const, failureNotes: null };
      return ['fail-sample', { sampleId: tube(act.tube), ...failure, suspectLotIds: [itemId] }];
    }
    case 'release lot':
      return ['release-lot', { itemId, reason: 'The control ran clean' }];
  }
}

const tube = (index: number): string => `s${index + 1}`;
const batch = (index: number): string => `batch-${index + 1}`;
const slot = (index: number): string => SLOTS[index] ?? 'A1';

function record({ batch: index, tube: of, value }: Extract<Act, { do: 'record' }>): Call {
  const inputMethod = 'TYPED';
  // The last tube stands for the value of the whole batch.
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

const sign = async (who: Signer, assignedSectionId: string): Promise<Call | null> => {
  const shown = await who.shows('assigned-sections', assignedSectionId);
  const method = await who.shows('procedures', 'procedure-extraction');
  return shown && method ? ['sign-section', await signing(who, assignedSectionId)] : null;
};

async function receive(who: Signer, expected: number, damaged: boolean): Promise<Call> {
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
    signature: { ...session.signature, printedName: who.actor.name },
  });
  const proof = who.proves(signed.signature.contentHash);
  return ['accession-shipment', { ...signed, signature: { ...signed.signature, proof } }];
}

async function decide(who: Signer, choice: 'KEEP_A' | 'KEEP_B'): Promise<Call | null> {
  const wanted = { kind: 'SyncConflict', field: 'status', value: 'OPEN', limit: 1 };
  const [conflict] = await who.replica.base.query('conflicts', wanted);
  return conflict ? ['resolve-conflict', { conflictId: conflict.id, choice, value: null }] : null;
}
