import { type AccessionGroup, accessionGroup } from '#db/specimens/accession/accession-group.ts';
import { type Discrepancy, discrepancy } from '#db/specimens/discrepancies/discrepancy.ts';
import type { ShownResult } from '#db/specimens/results/shown-results.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import { buildRow, nextNumber } from './build-row.ts';

/** Build a tube of whole blood on its way to the lab. */
export function buildSpecimen(overrides: Partial<Specimen> = {}): Specimen {
  const number = nextNumber('specimen');
  return buildRow(
    specimen,
    {
      id: `specimen-${number}`,
      protocolId: 'protocol-1',
      status: 'SHIPPED',
      requisitionNumber: `W-000001-${String(number).padStart(3, '0')}`,
      providedSourceSpecies: 'HOMO_SAPIENS',
      providedSpecimenType: 'WHOLE_BLOOD',
      salesPrice: 25_000,
      paidFor: false,
      extractedNucleicAcids: false,
      isDataDownloaded: false,
      failedBatchCount: 0,
      orderId: 'order-1',
      orderRow: number,
      customerSampleId: `S-${number}`,
      tubeBarcode: `TUBE-${String(number).padStart(4, '0')}`,
      billable: true,
    },
    overrides,
  );
}

/** Build a closed receiving session of one intact package. */
export function buildAccessionGroup(overrides: Partial<AccessionGroup> = {}): AccessionGroup {
  const number = nextNumber('accession-group');
  return buildRow(
    accessionGroup,
    {
      id: `accession-group-${number}`,
      groupNumber: `AG-W26325-${String(number % 100).padStart(2, '0')}`,
      orderIds: ['order-1'],
      receivedAt: '2026-11-21T09:00:00.000Z',
      receivedById: 'user-tech',
      packageCondition: 'INTACT',
      packageCount: 1,
      expectedCount: 1,
      receivedCount: 1,
      missingCount: 0,
      unexpectedCount: 0,
      quarantinedCount: 0,
      photoFileIds: [],
      closedAt: '2026-11-21T09:00:00.000Z',
    },
    overrides,
  );
}

/** Build a damaged tube without a decision. */
export const buildDiscrepancy = (overrides: Partial<Discrepancy> = {}): Discrepancy =>
  buildRow(
    discrepancy,
    {
      id: `discrepancy-${nextNumber('discrepancy')}`,
      accessionGroupId: 'accession-group-1',
      specimenId: overrides.sampleId ? null : 'specimen-1',
      type: 'DAMAGED',
      description: 'The cap is cracked.',
      photoFileIds: [],
      resolution: 'OPEN',
    },
    overrides,
  );

/**
 * Build the results of a specimen in progress, with nothing blocking them: the specimen's number is its id.
 */
export const buildShownResult = (id: string, overrides: Partial<ShownResult> = {}): ShownResult => ({
  id,
  julianId: `W26325-000${id}`,
  customerSampleId: `S-${id}`,
  status: 'IN_PROGRESS',
  completedAt: null,
  resultsReleasedAt: null,
  isDataDownloaded: false,
  directorApprovedAt: null,
  approved: false,
  approvedByName: null,
  recalled: false,
  failedSamples: 0,
  sequenced: [],
  approvalProblems: [],
  releaseProblems: [],
  evidence: null,
  ...overrides,
});
