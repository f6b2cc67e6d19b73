import { useState } from 'react';
import type { z } from 'zod';
import { decideProjectPrice } from '#db/api/billing/price-adjustments.ts';
import { endProjectPrice } from '#db/api/billing/project-prices.ts';
import { hasNotCounted } from '#db/billing/prices/project-price-actions.ts';
import type { ShownProjectPrice } from '#db/billing/prices/shown-prices.ts';
import type { StatusDisplay } from '#db/values/tone.ts';
import { useCallMutation, useInvalidation } from '#pwa/api/use-call.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { formatPercent } from '#pwa/format/numbers.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { FormDialog } from '#pwa/ui/form/form.tsx';
import { ReasonField, ReasonForm } from '#pwa/ui/form/schema-field.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DecisionDialog } from './price-decision-dialog.tsx';

const PROJECT_PRICES = ['lab/project-base-pricing'] as const;

interface EndDialogProps {
  row: ShownProjectPrice;
  /** The action. */
  ending: 'Withdraw' | 'End today';
  open: boolean;
  onClose(): void;
}

/** Ends a project price with a reason; a refusal is shown and keeps the reason. */
function EndDialog({ row, ending, open, onClose }: EndDialogProps) {
  const invalidate = useInvalidation();
  const end = useCallMutation(endProjectPrice, { onSuccess: () => toast.success('Project price ended') });
  const submit = async (body: z.infer<typeof ReasonForm>): Promise<void> => {
    await end.mutateAsync(
      { params: { id: row.id }, body },
      // Somebody else may have ended it first, so the list is read again.
      { onError: () => void invalidate(PROJECT_PRICES) },
    );
    onClose();
  };
  return (
    <FormDialog
      open={open}
      title={`${ending}: ${row.projectName}`}
      submitLabel={ending}
      danger
      schema={ReasonForm}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        {ending === 'Withdraw'
          ? 'Nothing was sold at this price. The price is removed.'
          : 'Today is the last day of this price. What was ordered keeps it.'}
      </p>
      <ReasonField name="reason" />
    </FormDialog>
  );
}

/** Format how far a price is below or above the list price. */
export function comparisonText({
  amount,
  listAmount,
}: Pick<ShownProjectPrice, 'amount' | 'listAmount'>): string {
  if (listAmount === null || listAmount === 0) return 'No list price';
  if (amount === listAmount) return 'As the list';
  const share = formatPercent(Math.abs(listAmount - amount) / listAmount);
  return `${share} ${amount < listAmount ? 'below' : 'above'} ${formatMoney(listAmount)}`;
}

interface ProjectPriceActionsProps {
  row: ShownProjectPrice;
  day: string;
}

function Decision({ row, open, onClose }: { row: ShownProjectPrice; open: boolean; onClose(): void }) {
  const invalidate = useInvalidation();
  const decide = useCallMutation(decideProjectPrice, {
    invalidates: PROJECT_PRICES,
    onSuccess: (_answer, { body: { decision } }) =>
      toast.success(decision === 'APPROVED' ? 'Project price approved' : 'Project price declined'),
  });
  return (
    <DecisionDialog
      open={open}
      title={`Decide price: ${row.projectName}`}
      own={!row.acts.includes('approve')}
      onClose={onClose}
      onDecide={(decision, reason) =>
        decide.mutateAsync(
          { params: { id: row.id }, body: { decision, reason } },
          { onSuccess: onClose, onError: () => void invalidate(PROJECT_PRICES) },
        )
      }
    >
      <p className="font-medium">{`${row.protocolName}: ${formatMoney(row.amount)} each specimen`}</p>
      <p className="tabular-nums">{comparisonText(row)}</p>
      <p className="text-ink-soft">
        {row.proposedBy ? `Proposed by ${row.proposedBy} for ${row.companyName}.` : `For ${row.companyName}.`}
      </p>
    </DecisionDialog>
  );
}

/** Decides or ends a project price, for permitted users. */
export function ProjectPriceActions({ row, day }: ProjectPriceActionsProps) {
  const [openDialog, setOpenDialog] = useState<'decide' | 'end' | null>(null);
  const close = () => setOpenDialog(null);
  const { acts: actions, projectName, protocolName } = row;
  const name = `${projectName}, ${protocolName}`;
  const ending = hasNotCounted(row, day) ? 'Withdraw' : 'End today';
  if (actions.length === 0) return null;
  return (
    <span className="relative z-10 flex flex-wrap gap-2">
      {actions.includes('reject') && (
        <Button variant="primary" aria-label={`Decide ${name}`} onClick={() => setOpenDialog('decide')}>
          Decide
        </Button>
      )}
      {actions.includes('end') && (
        <Button
          className="whitespace-nowrap"
          aria-label={`${ending}: ${name}`}
          onClick={() => setOpenDialog('end')}
        >
          {ending}
        </Button>
      )}
      <Decision row={row} open={openDialog === 'decide'} onClose={close} />
      <EndDialog row={row} ending={ending} open={openDialog === 'end'} onClose={close} />
    </span>
  );
}

const PERIOD_STATUS = {
  waits: { label: 'Awaiting approval', rank: 0, tone: 'warning' },
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
