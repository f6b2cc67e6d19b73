import { MASKED } from '#db/records/patient-fields.ts';
import type { Specimen } from './specimen.ts';

/**
 * Check whether the record number of this specimen is still compared with its material, until its identity is
 * settled.
 */
export const isRecordNumberCompared = (row: { receivedAt?: unknown; status?: unknown }): boolean =>
  row.receivedAt === null || row.status === 'RECEIVED_QUARANTINED';

/** Return the record number that this replica knows; null when there is none or it is withheld. */
export const knownRecordNumber = (row: Pick<Specimen, 'patientMrn'> | undefined): string | null =>
  !row || row.patientMrn === MASKED ? null : row.patientMrn;

/** Format the record number in a sentence. */
export const recordNumberText = (row: Pick<Specimen, 'patientMrn'> | undefined): string =>
  row?.patientMrn === MASKED ? 'not on this device' : (row?.patientMrn ?? 'not given');
