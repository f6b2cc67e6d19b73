import { MASKED } from '#db/records/patient-fields.ts';
import type { Specimen } from './specimen.ts';

/** Is the record number of this specimen still compared with its material? Until its identity is settled. */
export const isRecordNumberCompared = (row: { receivedAt?: unknown; status?: unknown }): boolean =>
  row.receivedAt === null || row.status === 'RECEIVED_QUARANTINED';

/** The record number as far as this replica has it; null when there is none or it is withheld. */
export const knownRecordNumber = (row: Pick<Specimen, 'patientMrn'> | undefined): string | null =>
  !row || row.patientMrn === MASKED ? null : row.patientMrn;

/** The record number in a sentence for people. */
export const recordNumberText = (row: Pick<Specimen, 'patientMrn'> | undefined): string =>
  row?.patientMrn === MASKED ? 'not on this device' : (row?.patientMrn ?? 'not given');
