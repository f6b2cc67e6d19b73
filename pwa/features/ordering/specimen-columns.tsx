import type { SpecimenStatus } from '#db/specimens/specimen-status.ts';
import { specimenLook } from '#db/specimens/specimen-status-for-customers.ts';
import type { Column } from '#pwa/ui/list/column.ts';
import { LookBadge } from '#pwa/ui/look-badge.tsx';

interface SpecimenRow {
  customerSampleId: string | null;
  status: SpecimenStatus;
  julianId: string | null;
}

/** Whose tube it is, for those who may see patients; the server gives it to nobody else. */
export const patientColumn = <R extends { patientMrn: string | null }>(): Column<R> => ({
  id: 'patientMrn',
  header: 'Patient MRN',
  sortBy: ({ patientMrn }) => patientMrn,
  cell: ({ patientMrn }) => patientMrn && <span className="code">{patientMrn}</span>,
});

/** Is there a patient to tell of? Only clinical orders name any. */
export const tellsPatients = (rows: readonly { patientMrn: string | null }[]): boolean =>
  rows.some(({ patientMrn }) => patientMrn !== null);

/** The columns by which people know a specimen, in every list of an order; customers read softer words. */
export function specimenColumns<R extends SpecimenRow>(
  customer: boolean,
): Record<'sampleId' | 'status' | 'labId', Column<R>> {
  return {
    sampleId: {
      id: 'customerSampleId',
      header: 'Sample ID',
      sortBy: ({ customerSampleId }) => customerSampleId,
      cell: ({ customerSampleId }) => <span className="wrap-anywhere">{customerSampleId}</span>,
    },
    status: {
      id: 'status',
      header: 'Status',
      sortBy: ({ status }) => specimenLook(status, customer).rank,
      cell: ({ status }) => <LookBadge look={specimenLook(status, customer)} />,
    },
    labId: {
      id: 'julianId',
      header: 'Julian ID',
      sortBy: ({ julianId }) => julianId,
      cell: ({ julianId }) => julianId && <span className="code">{julianId}</span>,
    },
  };
}
