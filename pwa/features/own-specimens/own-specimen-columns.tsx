import type { ListedSpecimen } from '#db/specimens/listed-specimen.ts';
import { specimenDisplay } from '#db/specimens/specimen-status-for-customers.ts';
import { SPECIMEN_TYPE } from '#db/specimens/specimen-type.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { Button } from '#pwa/ui/button.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { companyColumn, hasPatients, patientColumn, serviceColumn } from '#pwa/ui/list/usual-columns.tsx';
import { StatusBadge } from '#pwa/ui/status-badge.tsx';

const firstColumns = (customer: boolean): readonly Column<ListedSpecimen>[] => [
  {
    id: 'customerSampleId',
    header: 'Sample ID',
    sortable: true,
    cell: ({ customerSampleId }) => <span className="wrap-anywhere">{customerSampleId}</span>,
  },
  {
    id: 'status',
    header: 'Status',
    sortable: true,
    cell: ({ status, repeatedIn }) => <StatusBadge display={specimenDisplay(status, customer, repeatedIn)} />,
  },
  {
    id: 'requisitionNumber',
    header: 'Requisition',
    sortable: true,
    cell: ({ requisitionNumber }) => <span className="code">{requisitionNumber}</span>,
  },
  {
    id: 'julianId',
    header: 'Julian ID',
    sortable: true,
    cell: ({ julianId }) => julianId && <span className="code">{julianId}</span>,
  },
  {
    id: 'orderNumber',
    header: 'Order',
    sortable: true,
    cell: ({ orderNumber }) => <span className="code">{orderNumber}</span>,
  },
];

const REST: readonly Column<ListedSpecimen>[] = [
  serviceColumn(),
  {
    id: 'material',
    header: 'Material',
    tableOnly: true,
    cell: ({ otherSpecimenTypeText, providedSpecimenType }) =>
      otherSpecimenTypeText ?? SPECIMEN_TYPE[providedSpecimenType],
  },
  {
    id: 'receivedAt',
    header: 'Received',
    sortable: true,
    cell: ({ receivedAt }) =>
      receivedAt && <span className="whitespace-nowrap">{formatDate(receivedAt)}</span>,
  },
  {
    id: 'completedAt',
    header: 'Completed',
    sortable: true,
    tableOnly: true,
    cell: ({ completedAt }) =>
      completedAt && <span className="whitespace-nowrap">{formatDate(completedAt)}</span>,
  },
];

/** A specimen that waits for the customer is decided from its row. */
export const decideColumn = (onDecide: (row: ListedSpecimen) => void): Column<ListedSpecimen> => ({
  id: 'decide',
  header: 'Decide',
  wide: true,
  isAction: true,
  cell: (row) =>
    row.status === 'ACTION_REQUIRED' && (
      <Button
        className="relative z-10"
        variant="primary"
        aria-label={`Decide about ${row.customerSampleId}`}
        onClick={() => onDecide(row)}
      >
        Decide
      </Button>
    ),
});

/** The columns of the list; the owner for users who see several organizations or patients. */
export const ownSpecimenColumns = (
  ofSeveral: boolean,
  customer: boolean,
  rows: readonly ListedSpecimen[],
): readonly Column<ListedSpecimen>[] => [
  ...firstColumns(customer),
  ...(hasPatients(rows) ? [patientColumn<ListedSpecimen>()] : []),
  ...(ofSeveral ? [companyColumn<ListedSpecimen>()] : []),
  // There is no room for both, and the owner says more than the material.
  ...REST.filter(({ id }) => id !== 'material' || !hasPatients(rows)),
];
