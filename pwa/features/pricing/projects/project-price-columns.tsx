import type { ShownProjectPrice } from '#db/billing/shown-prices.ts';
import type { StatusDisplay } from '#db/values/tone.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { formatMoney } from '#pwa/format/money.ts';
import type { Column } from '#pwa/ui/list/column.ts';
import { StatusBadge } from '#pwa/ui/status-badge.tsx';
import { ProjectPriceActions } from './project-price-actions.tsx';
import { comparisonText } from './project-price-text.ts';

const PERIOD_STATUS = {
  waits: { label: 'Waits for approval', rank: 0, tone: 'warning' },
  planned: { label: 'Planned', rank: 1, tone: 'neutral' },
  holds: { label: 'Holds', rank: 2, tone: 'good' },
  ended: { label: 'Ended', rank: 3, tone: 'quiet' },
} as const satisfies Record<string, StatusDisplay>;

function periodStatusOf(row: ShownProjectPrice, day: string): keyof typeof PERIOD_STATUS {
  if (row.approvedAt === null) return 'waits';
  if (row.effectiveTo !== null && row.effectiveTo < day) return 'ended';
  return row.effectiveFrom > day ? 'planned' : 'holds';
}

/** Who proposed a price and who approved it, as far as known. */
function peopleText({ proposedBy, approvedBy }: ShownProjectPrice): string {
  if (!proposedBy) return approvedBy ? `Approved by ${approvedBy}` : '';
  return `Proposed by ${proposedBy}${approvedBy ? `, approved by ${approvedBy}` : ''}`;
}

/** The columns of the list; permitted users decide or end a price in the row. */
export const projectPriceColumns = (day: string): readonly Column<ShownProjectPrice>[] => [
  {
    id: 'projectName',
    header: 'Project',
    cell: ({ projectName, companyName }) => (
      <span className="block min-w-0">
        <span className="block wrap-anywhere font-medium">{projectName}</span>
        <span className="block font-normal text-ink-soft text-sm">{companyName}</span>
      </span>
    ),
  },
  { id: 'protocolName', header: 'Protocol', cell: ({ protocolName }) => protocolName },
  {
    id: 'amount',
    header: 'Each specimen',
    sortable: true,
    align: 'right',
    cell: (row) => (
      <span className="block tabular-nums">
        {formatMoney(row.amount)}
        <span className="block text-ink-soft text-sm">{comparisonText(row)}</span>
      </span>
    ),
  },
  {
    id: 'maxSpecimens',
    header: 'At most',
    align: 'right',
    cell: ({ maxSpecimens }) => maxSpecimens ?? 'Any number',
  },
  {
    id: 'effectiveFrom',
    header: 'First day',
    sortable: true,
    cell: ({ effectiveFrom }) => <span className="whitespace-nowrap">{formatDate(effectiveFrom)}</span>,
  },
  {
    id: 'effectiveTo',
    header: 'Last day',
    sortable: true,
    cell: ({ effectiveTo }) =>
      effectiveTo ? <span className="whitespace-nowrap">{formatDate(effectiveTo)}</span> : 'Open',
  },
  {
    id: 'standing',
    header: 'State',
    wide: true,
    cell: (row) => (
      <>
        <StatusBadge display={PERIOD_STATUS[periodStatusOf(row, day)]} />
        <span className="block wrap-anywhere text-ink-soft text-sm">{peopleText(row)}</span>
      </>
    ),
  },
  {
    id: 'acts',
    header: 'Decide',
    wide: true,
    isAction: true,
    cell: (row) => <ProjectPriceActions row={row} day={day} />,
  },
];
