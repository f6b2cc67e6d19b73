import type { OperationContext } from '#db/operation.ts';
import { event } from '#db/records/event.ts';
import { changeSampleStatus } from '#db/samples/change-sample-status.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import type { SampleStatus } from '#db/samples/sample-status.ts';
import type { Transaction } from '#db/transaction.ts';
import { chooseFlow, firstStage, pinnedProcedures } from './choose-flow.ts';
import type { Specimen } from './specimen.ts';
import type { SpecimenStatus } from './specimen-status.ts';

/** Statuses of samples that mirror their specimen: no bench work has begun. */
export const MIRRORING_STATUSES: readonly SampleStatus[] = [
  'RECEIVED',
  'IN_QUEUE',
  'SUPPLEMENTAL',
  'RECEIVED_ON_HOLD',
  'RECEIVED_AWAITING_INFO',
  'RECEIVED_QUARANTINED',
  'RECEIVED_AWAITING_OPTIMAL_BATCH',
  'ACTION_REQUIRED',
];

/** List the samples of a specimen that follow it when it is set aside or released. */
export const mirroringSamples = async (tx: Transaction, specimenId: string): Promise<Sample[]> => {
  const samples = await tx.find(sample, { specimenId });
  return samples.filter((one) => MIRRORING_STATUSES.includes(one.status));
};

/** Take a specimen's samples out of the queue with it. */
export async function setSamplesAside(
  tx: Transaction,
  context: OperationContext,
  row: Specimen,
  to: SpecimenStatus,
  reason: string | null,
): Promise<void> {
  for (const one of await mirroringSamples(tx, row.id))
    await changeSampleStatus(tx, context, one, to, { reason });
}

// The specimen may have continued with another tube: the aliquot's own history has its earlier status.
async function wasAwaited(tx: Transaction, { id }: Sample): Promise<boolean> {
  const changes = (await tx.find(event, { targetId: id }))
    .filter(({ data }) => typeof data['to'] === 'string' && data['to'] !== data['from'])
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const lastChange = changes.findLast(
    ({ data }) => data['from'] === 'SUPPLEMENTAL' || data['from'] === 'IN_QUEUE',
  );
  return lastChange?.data['from'] === 'SUPPLEMENTAL' && lastChange.data['to'] !== 'IN_QUEUE';
}

/**
 * Return a specimen's samples: into the queue of their stage, RECEIVED while no flow fits, or to wait with it
 * for a run.
 */
export async function requeueSamples(
  tx: Transaction,
  context: OperationContext,
  row: Specimen,
): Promise<void> {
  for (const one of await mirroringSamples(tx, row.id)) {
    // An aliquot that nobody has taken yet is still awaited.
    if (one.initialVolume === null && (row.status === 'SUPPLEMENTAL' || (await wasAwaited(tx, one)))) {
      await changeSampleStatus(tx, context, one, 'SUPPLEMENTAL');
      continue;
    }
    const flow = one.stage === null ? await chooseFlow(tx, row) : undefined;
    const stage = one.stage ?? (flow ? firstStage(flow) : null);
    const isAwaitingBatch = row.status === 'RECEIVED_AWAITING_OPTIMAL_BATCH';
    const to: SampleStatus = isAwaitingBatch ? row.status : stage === null ? 'RECEIVED' : 'IN_QUEUE';
    const fields = flow ? { stage, ...pinnedProcedures(flow) } : {};
    await changeSampleStatus(tx, context, one, to, { fields });
  }
}
