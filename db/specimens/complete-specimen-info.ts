import { z } from 'zod';
import { AppError, refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { groupOf, knownClinicians } from '#db/ordering/manifest/load-manifest-context.ts';
import { normalizeKey } from '#db/ordering/manifest/manifest-context.ts';
import { deriveOrderStatus } from '#db/ordering/orders/derive-order-status.ts';
import { openOrder } from '#db/ordering/orders/order-access-scope.ts';
import type { Company } from '#db/organizations/company.ts';
import { patient, recordNumbersLike } from '#db/patients/patient.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { missingFields } from './accession/accession-readiness.ts';
import { discrepancy, mayDecide } from './discrepancies/discrepancy.ts';
import { releaseFrom } from './holding/held-samples.ts';
import { type Specimen, specimen, specimenOf } from './specimen.ts';
import { SpecimenInfo } from './specimen-info.ts';

type Filled = Partial<
  Pick<
    Specimen,
    'patientMrn' | 'patientId' | 'physician' | 'collectedAt' | 'otherSpeciesText' | 'otherSpecimenTypeText'
  >
>;

const fieldError = (path: string, message: string) =>
  new AppError('VALIDATION', message, [{ path, message }]);

async function patientOf(tx: Transaction, owner: Company, mrn: string): Promise<Filled> {
  const candidates = await tx.find(patient, { medicalRecordNumber: recordNumbersLike(mrn) });
  const group = groupOf(owner);
  const one = candidates.find((row) => (row.medicalGroupCompanyId ?? row.originalCompanyId) === group);
  if (!one) throw fieldError('patientMrn', 'No patient with this MRN.');
  return { patientMrn: one.medicalRecordNumber, patientId: one.id };
}

async function physicianOf(
  tx: Transaction,
  context: OperationContext,
  owner: Company,
  name: string,
): Promise<Filled> {
  const physician = (await knownClinicians(tx, owner, context.labDay)).get(normalizeKey(name));
  if (!physician) throw fieldError('physician', 'Enter a clinician with a verified license.');
  return { physician };
}

/**
 * Validate the missing information as in an order; information that the lab has already cannot change this
 * way.
 */
async function filledIn(
  tx: Transaction,
  context: OperationContext,
  { row, owner, clinical }: { row: Specimen; owner: Company; clinical: boolean },
  info: SpecimenInfo,
): Promise<Filled> {
  const filled: Filled = {};
  for (const field of missingFields(row, clinical)) {
    const value = info[field];
    if (!value) continue;
    if (field === 'patientMrn') Object.assign(filled, await patientOf(tx, owner, value));
    else if (field === 'physician') Object.assign(filled, await physicianOf(tx, context, owner, value));
    else if (field === 'collectedAt' && value > context.occurredAt)
      throw fieldError('collectedAt', 'The time of collection cannot be in the future.');
    else filled[field] = value;
  }
  return filled;
}

/**
 * Complete the information of a received specimen as the customer; when nothing is missing and nothing else
 * about it is open, it goes to the queue (domain 4.2).
 */
export const completeSpecimenInfo = defineOperation({
  name: 'complete-specimen-info',
  version: 1,
  kind: 'intent',
  title: 'Complete specimen information',
  grant: 'specimens:read',
  args: z.strictObject({ specimenId: Id, info: SpecimenInfo }),
  subjects: ({ specimenId }) => [specimenId],
  async run(tx, { specimenId, info }, context) {
    const row = await specimenOf(tx, specimenId);
    const { owner } = await openOrder(tx, context, row.orderId);
    if (!mayDecide(context.actor.role)) throw refuse('FORBIDDEN', MESSAGES.forbidden);
    if (row.status !== 'RECEIVED_AWAITING_INFO')
      throw refuse(
        'NOTHING_MISSING',
        `Nothing is missing for specimen ${row.customerSampleId} any more. Load the page again.`,
      );
    const clinical = (await tx.get(protocol, row.protocolId))?.clinical ?? false;
    const filled = await filledIn(tx, context, { row, owner, clinical }, info);
    if (Object.keys(filled).length === 0) throw refuse('VALIDATION', 'Enter what is missing.');
    const next = await tx.patch(specimen, row.id, filled);
    await recordEvent(tx, context, {
      type: 'SPECIMEN_UPDATED',
      targetType: 'Specimen',
      targetId: row.id,
      data: { changed: Object.keys(filled).filter((field) => field !== 'patientId') },
      customerVisible: true,
    });
    const candidates = await tx.find(discrepancy, { specimenId });
    const open = candidates.some(({ resolution }) => resolution === 'OPEN');
    if (open || missingFields(next, clinical).length > 0) return applied;
    await releaseFrom(tx, context, next, 'Information completed');
    await deriveOrderStatus(tx, context, row.orderId);
    return applied;
  },
});
