import { refuse } from '#db/errors/app-error.ts';
import type { OperationContext } from '#db/operation.ts';
import type { ConflictKind } from '#db/records/conflicts/conflict-kind.ts';
import { sampleOf } from '#db/samples/find-sample.ts';
import type { Sample } from '#db/samples/sample.ts';
import { changeSampleStatus } from '#db/samples/sample-lifecycle.ts';
import { discrepancy } from '#db/specimens/discrepancies/discrepancy.ts';
import { closeDiscrepancy, openDiscrepancy } from '#db/specimens/discrepancies/open-discrepancy.ts';
import { mirroringSamples } from '#db/specimens/holding/held-samples.ts';
import { type Specimen, specimen, specimenOf } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import { julianIdOf } from './link-unexpected-sample.ts';
import { DUPLICATE_REQUISITION } from './receive-again.ts';

/**
 * Two tubes with one requisition (domain 5.11, case 9): a person decides which one is right; the other stays
 * in quarantine.
 */
export const duplicateRequisitionConflict: ConflictKind = {
  kind: DUPLICATE_REQUISITION,
  title: 'Two tubes with one requisition',
  labels: { KEEP_A: 'The first tube is the specimen', KEEP_B: 'The second tube is the specimen' },
  async resolve(tx, context, conflict, choice) {
    if (choice !== 'KEEP_B') return;
    const row = await specimenOf(tx, conflict.targetId);
    const second = await sampleOf(tx, String(conflict.mine.value['sampleId']));
    const first = (await mirroringSamples(tx, row.id)).find((one) => one.sampleKind === 'PRIMARY');
    if (!first)
      throw refuse(
        'WORK_HAS_BEGUN',
        'Bench work on the first tube has started. Remove it from its batch first.',
      );
    if (second.specimenId !== null)
      throw refuse('NOT_UNEXPECTED', `Sample ${second.barcode} belongs to a specimen already.`);
    await exchange(tx, context, row, first, second);
  },
};

async function exchange(
  tx: Transaction,
  context: OperationContext,
  row: Specimen,
  first: Sample,
  second: Sample,
): Promise<void> {
  const reason = `${second.barcode} is ${row.requisitionNumber}`;
  await changeSampleStatus(tx, context, second, first.status, {
    reason,
    fields: {
      specimenId: row.id,
      stage: first.stage,
      samplePreparationProcedureId: first.samplePreparationProcedureId,
      extractionProcedureId: first.extractionProcedureId,
      libraryPreparationProcedureId: first.libraryPreparationProcedureId,
      sequencingProcedureId: first.sequencingProcedureId,
    },
  });
  await changeSampleStatus(tx, context, first, 'RECEIVED_QUARANTINED', {
    reason,
    fields: { specimenId: null, stage: null },
  });
  await tx.patch(specimen, row.id, { julianId: julianIdOf(second.barcode) ?? row.julianId });
  const discrepancies = await tx.find(discrepancy, { sampleId: second.id });
  for (const one of discrepancies) {
    if (one.type === 'UNEXPECTED' && one.resolution === 'OPEN')
      await closeDiscrepancy(tx, context, one, 'RELABELED', reason);
  }
  const accessionGroupId = row.accessionGroupId ?? discrepancies[0]?.accessionGroupId;
  if (accessionGroupId === undefined) return;
  await openDiscrepancy(tx, context, {
    accessionGroupId,
    about: { sampleId: first.id },
    type: 'UNEXPECTED',
    description: reason,
  });
}
