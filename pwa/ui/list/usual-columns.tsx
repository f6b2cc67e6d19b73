import type { Column } from './column.ts';

/** The organization of a row, for users who see more than one. */
export const companyColumn = <Row extends { companyName: string }>(): Column<Row> => ({
  id: 'companyName',
  header: 'Organization',
  wide: true,
  cell: ({ companyName }) => <span className="block min-w-28">{companyName}</span>,
});

/** The service and project of an order. */
export const serviceColumn = <
  Row extends { serviceName: string; projectName: string | null },
>(): Column<Row> => ({
  id: 'serviceName',
  header: 'Service',
  wide: true,
  cell: ({ serviceName, projectName }) => (
    <span className="block min-w-28">
      {serviceName}
      {projectName && <span className="block text-ink-soft text-sm">{projectName}</span>}
    </span>
  ),
});

/** The patient of a tube, for users who may see patients; the server sends it to nobody else. */
export const patientColumn = <R extends { patientMrn: string | null }>(): Column<R> => ({
  id: 'patientMrn',
  header: 'Patient MRN',
  sortBy: ({ patientMrn }) => patientMrn,
  cell: ({ patientMrn }) => patientMrn && <span className="code">{patientMrn}</span>,
});

/** Check whether a row has a patient; only clinical orders do. */
export const hasPatients = (rows: readonly { patientMrn: string | null }[]): boolean =>
  rows.some(({ patientMrn }) => patientMrn !== null);
