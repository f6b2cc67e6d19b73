import type { OperationContext } from '#db/operation.ts';
import { order } from '#db/ordering/order.ts';
import { company } from '#db/organizations/company.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { changeSampleStatus } from '#db/samples/change-sample-status.ts';
import type { Sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import { SPECIMEN_JULIAN_ID } from '#db/values/julian-date.ts';
import { ReceiptDiscrepancy } from './accession-args.ts';
import { outcomeOf } from './accession-outcome.ts';
import { holdOf, missingInfo } from './accession-readiness.ts';
import { leadSpecimenTo } from './change-specimen-status.ts';
import { chooseFlow, firstStage, pinnedProcedures } from './choose-flow.ts';
import { type Discrepancy, discrepancy } from './discrepancy.ts';
import { closeDiscrepancy } from './open-discrepancy.ts';
import { setAsideFields } from './receive-first.ts';
import { receiveOrder } from './receive-order.ts';
import { type Specimen, specimen } from './specimen.ts';

/** Return the julianId on a sample's label, or null when the label is of another kind. */
export function julianIdOf(barcode: string): string | null {
  const julianId = barcode.slice(0, barcode.lastIndexOf('-'));
  return SPECIMEN_JULIAN_ID.test(julianId) ? julianId : null;
}

/** Make an unexpected tube the primary sample of a specimen, which is received by that. */
export async function linkSample(
  tx: Transaction,
  context: OperationContext,
  unexpectedSample: Sample,
  row: Specimen,
  note: string,
): Promise<void> {
  const discrepancies = await tx.find(discrepancy, { sampleId: unexpectedSample.id });
  const open = discrepancies.filter((one) => one.resolution === 'OPEN');
  const remainingConditions = await takeOver(tx, context, open, row, note);
  const flow = await chooseFlow(tx, row);
  const outcome = outcomeOf(remainingConditions, await readiness(tx, row, flow !== undefined));
  const fields: Partial<Specimen> = {
    receivedAt: unexpectedSample.createdAt,
    accessionGroupId: discrepancies[0]?.accessionGroupId ?? row.accessionGroupId,
    flowId: flow?.id ?? row.flowId,
    julianId: julianIdOf(unexpectedSample.barcode) ?? row.julianId,
    ...setAsideFields(context, outcome.status, outcome.reason),
  };
  await recordAccession(tx, context, unexpectedSample, row, fields);
  const led = await leadSpecimenTo(tx, context, row, outcome.status, { reason: outcome.reason, fields });
  if (!led) await tx.patch(specimen, row.id, fields);
  await changeSampleStatus(tx, context, unexpectedSample, outcome.sampleStatus, {
    reason: note,
    fields: { specimenId: row.id, stage: flow ? firstStage(flow) : null, ...pinnedProcedures(flow) },
  });
  await receiveOrder(tx, context, row.orderId, null);
}

const recordAccession = (
  tx: Transaction,
  context: OperationContext,
  unexpectedSample: Sample,
  row: Specimen,
  fields: Partial<Specimen>,
) =>
  recordEvent(tx, context, {
    type: 'SPECIMEN_ACCESSIONED',
    targetType: 'Specimen',
    targetId: row.id,
    data: {
      julianId: fields.julianId ?? null,
      accessionGroupId: fields.accessionGroupId ?? null,
      sampleId: unexpectedSample.id,
      scannedCode: null,
      by: context.actor.name,
    },
    customerVisible: true,
  });

// Other problems of the unexpected tube become problems of the specimen; UNEXPECTED and MISSING are resolved.
async function takeOver(
  tx: Transaction,
  context: OperationContext,
  open: readonly Discrepancy[],
  row: Specimen,
  note: string,
): Promise<ReceiptDiscrepancy[]> {
  const remainingConditions: ReceiptDiscrepancy[] = [];
  for (const one of open) {
    const type = ReceiptDiscrepancy.safeParse(one.type);
    if (one.type === 'UNEXPECTED' || !type.success) {
      await closeDiscrepancy(tx, context, one, 'RELABELED', note);
      continue;
    }
    remainingConditions.push(type.data);
    await tx.patch(discrepancy, one.id, { sampleId: null, specimenId: row.id });
  }
  const own = await tx.find(discrepancy, { specimenId: row.id });
  for (const one of own) {
    if (one.type === 'MISSING' && one.resolution === 'OPEN')
      await closeDiscrepancy(tx, context, one, 'LATE_ARRIVAL', note);
  }
  return remainingConditions;
}

async function readiness(tx: Transaction, row: Specimen, flowFits: boolean) {
  const of = await tx.get(order, row.orderId);
  const definition = await tx.get(protocol, row.protocolId);
  return {
    hold: of ? holdOf(of, await tx.get(company, of.companyId), row.paidFor) : null,
    missingInfo: missingInfo(row, definition?.clinical ?? false),
    collectToFillRun: definition?.collectToFillRun ?? false,
    flowFits,
  };
}
