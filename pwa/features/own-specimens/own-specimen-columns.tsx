import type { ListedSpecimen } from '#db/specimens/listed-specimen.ts';
import { specimenLook } from '#db/specimens/specimen-status-for-customers.ts';
import { SPECIMEN_TYPE } from '#db/specimens/specimen-type.ts';
import { formatDate } from '#pwa/format/dates.ts';
import type { Column } from '#pwa/ui/list/column.ts';
import { LookBadge } from '#pwa/ui/look-badge.tsx';

const COMPANY: Column<ListedSpecimen> = {
  id: 'companyName',
  header: 'Organization',
  wide: true,
  cell: ({ companyName }) => <span className="block min-w-32">{companyName}</span>,
};

const FIRST: readonly Column<ListedSpecimen>[] = [
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
    cell: ({ status }) => <LookBadge look={specimenLook(status, true)} />,
  },
  {
    id: 'requisitionNumber',
    header: 'Requisition',
    sortable: true,
    cell: ({ requisitionNumber }) => <span className="code">{requisitionNumber}</span>,
  },
  {
    id: 'julianId',
    header: 'Lab ID',
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
  {
    id: 'serviceName',
    header: 'Service',
    wide: true,
    cell: ({ serviceName, projectName }) => (
      <span className="block min-w-32">
        {serviceName}
        {projectName && <span className="block text-ink-soft text-sm">{projectName}</span>}
      </span>
    ),
  },
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

/** The columns of the list; whose it is, is told to those who see more than one company. */
export const ownSpecimenColumns = (ofSeveral: boolean): readonly Column<ListedSpecimen>[] => [
  ...FIRST,
  ...(ofSeveral ? [COMPANY] : []),
  ...REST,
];
