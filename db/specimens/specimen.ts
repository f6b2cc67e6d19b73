import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { FailedSampleReason } from '#db/samples/failing/failed-sample-reason.ts';
import type { Transaction } from '#db/transaction.ts';
import {
  bool,
  cents,
  decimal,
  instant,
  int,
  longText,
  ref,
  requiredText,
  text,
} from '#db/values/field-types.ts';
import { SPECIMEN_JULIAN_ID } from '#db/values/julian-date.ts';
import { WellName } from '#db/values/plate-well.ts';
import { DnaType, SourceSpecies, SpecimenType } from './specimen-material.ts';
import { SpecimenStatus } from './specimen-status.ts';

/** One requisition line: the customer's unit of work and billing, from draft to result. */
export const specimen = defineEntity({
  name: 'Specimen',
  table: 'specimen',
  schema: z.object({
    ...tenantFields,
    julianId: z.string().regex(SPECIMEN_JULIAN_ID).nullable(),
    protocolId: ref,
    flowId: ref.nullable(),
    status: SpecimenStatus,
    directorApproved: bool.nullable(),
    shipmentPlateLocation: WellName.nullable(),
    requisitionNumber: z.string().regex(/^[A-Z0-9-]{3,32}$/),
    storageLocation: ref.nullable(),
    patientMrn: text.nullable(),
    physician: text.nullable(),
    providedSourceSpecies: SourceSpecies,
    providedSpecimenType: SpecimenType,
    providedDnaType: DnaType.nullable(),
    providedExtractionKit: text.nullable(),
    providedElutionMedium: text.nullable(),
    providedConcentration: decimal.nullable(),
    providedVolume: decimal.nullable(),
    salesPrice: cents,
    receivedAt: instant.nullable(),
    completedAt: instant.nullable(),
    turnaroundTime: int.nullable(),
    accessionGroupId: ref.nullable(),
    paidFor: bool,
    extractedNucleicAcids: bool,
    isDataDownloaded: bool,
    netSuiteWorkOrderNumber: text.nullable(),
    failedBatchCount: int.min(0),
    orderId: ref,
    orderRow: int.min(1),
    customerSampleId: requiredText,
    shipmentPlateNumber: int.min(1).nullable(),
    shipmentPlateBarcode: text.nullable(),
    tubeBarcode: text.nullable(),
    patientId: ref.nullable(),
    collectedAt: instant.nullable(),
    studyId: ref.nullable(),
    sourceSpecimenId: ref.nullable(),
    holdReason: longText.nullable(),
    failureReason: FailedSampleReason.nullable(),
    failureNotes: longText.nullable(),
    actionRequiredText: longText.nullable(),
    actionRequiredSince: instant.nullable(),
    statusBeforeHold: SpecimenStatus.nullable(),
    directorApprovedById: ref.nullable(),
    directorApprovedAt: instant.nullable(),
    resultsReleasedAt: instant.nullable(),
    billable: bool,
    otherSpeciesText: text.nullable(),
    otherSpecimenTypeText: text.nullable(),
    /** The reason of the last status override. */
    overrideReason: longText.nullable(),
  }),
  list: {
    sort: ['julianId', 'requisitionNumber', 'status', 'receivedAt', 'completedAt', 'createdAt'],
    filter: [
      'status',
      'orderId',
      'protocolId',
      'accessionGroupId',
      'studyId',
      'providedSpecimenType',
      'entity',
    ],
    search: ['julianId', 'requisitionNumber', 'customerSampleId', 'tubeBarcode'],
  },
  indexes: [
    'julianId',
    'requisitionNumber',
    'tubeBarcode',
    'shipmentPlateBarcode',
    'orderId',
    'status',
    'accessionGroupId',
    'studyId',
  ],
  replica: { own: { collection: 'specimens' } },
  patientFields: { patientMrn: 'NAME', physician: 'NAME', patientId: 'FACT', collectedAt: 'FACT' },
});
export type Specimen = Row<typeof specimen>;

/** Whether a requisition may have a number, and why not. */
export const RequisitionCheck = z.object({ available: z.boolean(), message: z.string().nullable() });
export type RequisitionCheck = z.infer<typeof RequisitionCheck>;

/** Load the specimen, or throw NOT_FOUND. */
export async function specimenOf(tx: Transaction, id: string): Promise<Specimen> {
  const specimenRow = await tx.get(specimen, id);
  if (!specimenRow || specimenRow.deleted) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  return specimenRow;
}
