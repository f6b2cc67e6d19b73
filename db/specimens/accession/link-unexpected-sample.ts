import { z } from 'zod';
import { requireCapability } from '#db/access/capabilities.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { order } from '#db/ordering/orders/order.ts';
import { company } from '#db/organizations/company.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { sampleOf } from '#db/samples/find-sample.ts';
import type { Sample } from '#db/samples/sample.ts';
import { changeSampleStatus } from '#db/samples/sample-lifecycle.ts';
import { chooseFlow, firstStage, pinnedProcedures } from '#db/specimens/choose-flow.ts';
import { type Discrepancy, discrepancy } from '#db/specimens/discrepancies/discrepancy.ts';
import { closeDiscrepancy } from '#db/specimens/discrepancies/open-discrepancy.ts';
import { type Specimen, specimen, specimenOf } from '#db/specimens/specimen.ts';
import { leadSpecimenTo, requiredReason } from '#db/specimens/specimen-lifecycle.ts';
import type { SpecimenStatus } from '#db/specimens/specimen-status.ts';
import type { Transaction } from '#db/transaction.ts';
import { longText } from '#db/values/field-types.ts';
import { Id } from '#db/values/id.ts';
import { SPECIMEN_JULIAN_ID } from '#db/values/julian-date.ts';
import { ReceiptDiscrepancy } from './accession-args.ts';
import { outcomeOf } from './accession-outcome.ts';
import { holdOf, missingInfo } from './accession-readiness.ts';
import { setAsideFields } from './receive-first.ts';
import { receiveOrder } from './receiving-session.ts';

/** Return the julianId on a sample's label, or null when the label is of another kind. */
export function julianIdOf(barcode: string): string | null {
  const julianId = barcode.slice(0, barcode.lastIndexOf('-'));
  return SPECIMEN_JULIAN_ID.test(julianId) ? julianId : null;
}

/** Make an unexpected tube the primary sample of a specimen, which is received by that. */
async function linkSample(
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
    fields: {
      specimenId: row.id,
      entity: row.entity,
      stage: flow ? firstStage(flow) : null,
      ...pinnedProcedures(flow),
    },
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

/** Statuses of a requisition whose material may still arrive. */
export const AWAITED: readonly SpecimenStatus[] = [
  'PENDING_APPROVAL',
  'ORDERED',
  'SHIPPED',
  'DELIVERED',
  'ACTION_REQUIRED',
];

/** Check whether this requisition awaits material, so that an unexpected tube may be linked to it. */
export const awaitsMaterial = (row: Pick<Specimen, 'receivedAt' | 'status'>): boolean =>
  row.receivedAt === null && AWAITED.includes(row.status);

/** Link an unexpected tube to its requisition; the specimen takes its julianId (domain 5.3). */
export const linkUnexpectedSample = defineOperation({
  name: 'link-unexpected-sample',
  version: 1,
  kind: 'intent',
  title: 'Link to requisition',
  grant: 'lab/specimens:update',
  args: z.strictObject({ sampleId: Id, specimenId: Id, note: longText }),
  subjects: (args) => [args.sampleId, args.specimenId],
  async run(tx, args, context) {
    requireCapability(context, 'completeSpecimenInfo');
    const note = requiredReason(args.note);
    const unexpectedSample = await sampleOf(tx, args.sampleId);
    const row = await specimenOf(tx, args.specimenId);
    if (unexpectedSample.specimenId !== null || unexpectedSample.status !== 'RECEIVED_QUARANTINED') {
      throw refuse(
        'NOT_UNEXPECTED',
        `Sample ${unexpectedSample.barcode} is not an unexpected sample in quarantine.`,
      );
    }
    if (!awaitsMaterial(row)) {
      throw refuse('NOT_AWAITED', `Requisition ${row.requisitionNumber} needs no material.`);
    }
    await linkSample(tx, context, unexpectedSample, row, note);
    return applied;
  },
});
