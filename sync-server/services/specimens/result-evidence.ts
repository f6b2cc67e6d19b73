import { may } from '#db/access/grants.ts';
import { isReport } from '#db/records/result-files.ts';
import type { S3File } from '#db/records/s3-file.ts';
import type { EvidenceFile, ResultEvidence } from '#db/specimens/result-evidence.ts';
import type { OrderResults } from '#db/specimens/results-of-order.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import type { Session } from '#sync-server/http/session.ts';
import { maskRow } from '#sync-server/services/patients/mask-patients.ts';

const shownFile = (file: S3File): EvidenceFile => ({ ...file, report: isReport(file.subType) });

/** List the files of the whole order that the customer gets. */
export const evidenceOfOrder = (all: OrderResults): EvidenceFile[] =>
  (all.files.get(all.order.id) ?? []).map(shownFile);

/** Read the data for deciding on a specimen's results; the patient only with PATIENTS_VIEW. */
export function evidenceOf({ role, permissions }: Session, all: OrderResults, row: Specimen): ResultEvidence {
  const { requisitionNumber, patientMrn, patientId, collectedAt } = maskRow({ permissions }, specimen, row);
  return {
    requisitionNumber,
    patientMrn,
    patientId: may(role, 'patients:read') ? patientId : null,
    collectedAt,
    samples: (all.samples.get(row.id) ?? []).toSorted((one, other) => (one.barcode < other.barcode ? -1 : 1)),
    files: (all.files.get(row.id) ?? []).map(shownFile),
  };
}
