import { useState } from 'react';
import { decideAdjustment, withdrawAdjustment } from '#db/api/billing/price-adjustments.ts';
import { PRICE_ADJUSTMENT_TYPE } from '#db/billing/adjustments/price-adjustment.ts';
import type { ShownAdjustment } from '#db/billing/prices/shown-prices.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCallMutation } from '#pwa/api/use-call.ts';
import { DecisionDialog } from '#pwa/features/billing/prices/price-decision-dialog.tsx';
import { formatDate } from '#pwa/format/dates.ts';
import { changeText, sizeText } from '#pwa/format/money.ts';
import { orderTitle } from '#pwa/format/names.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { PRICE_FAMILIES, useReadPricesAgain } from './use-adjustments.ts';

/** An adjustment with its reason and its effect on the total. */
function Proposal({ row }: { row: ShownAdjustment }) {
  return (
    <>
      <p className="font-medium wrap-anywhere">{`${row.label}: ${sizeText(row)}`}</p>
      {row.total && <p className="tabular-nums">{`Total if approved: ${changeText(row.total)}`}</p>}
      <p className="wrap-anywhere text-ink-soft">
        {`${PRICE_ADJUSTMENT_TYPE[row.type]}, proposed by ${row.proposedBy ?? 'somebody'}: ${row.reason}`}
      </p>
      {row.decidedBy && <p>{`${row.decidedBy} agreed. Billing must also approve.`}</p>}
    </>
  );
}

interface DecideAdjustmentDialogProps {
  /** Null closes the dialog. */
  row: ShownAdjustment | null;
  onClose(): void;
}

/** Approves or declines a proposed adjustment. */
function DecideAdjustmentDialog({ row, onClose }: DecideAdjustmentDialogProps) {
  const readAgain = useReadPricesAgain();
  const operation = useCallMutation(decideAdjustment, {
    invalidates: PRICE_FAMILIES,
    onSuccess: ({ message }) => toast.success(message || 'Adjustment decided'),
  });
  if (row === null) return null;
  return (
    <DecisionDialog
      open
      title={`Decide adjustment: ${orderTitle({ ...row, createdAt: row.orderCreatedAt })}`}
      own={!row.acts.includes('approve')}
      onClose={onClose}
      onDecide={(decision, reason) =>
        operation.mutateAsync(
          { params: { id: row.id }, body: { decision, reason } },
          { onSuccess: onClose, onError: readAgain },
        )
      }
    >
      <Proposal row={row} />
    </DecisionDialog>
  );
}

/** Asks for confirmation before a proposal is withdrawn. */
function WithdrawDialog({ row, onClose }: { row: ShownAdjustment | null; onClose(): void }) {
  const readAgain = useReadPricesAgain();
  const operation = useCallMutation(withdrawAdjustment, {
    invalidates: PRICE_FAMILIES,
    onSuccess: ({ message }) => toast.success(message || 'Adjustment withdrawn'),
  });
  const [last, setLast] = useState(row);
  if (row && row !== last) setLast(row);
  const close = () => {
    operation.reset();
    onClose();
  };
  const confirm = () =>
    last && operation.mutate({ params: { id: last.id }, body: {} }, { onSuccess: close, onError: readAgain });
  return (
    <Dialog
      open={row !== null}
      title={`Withdraw adjustment: ${last ? orderTitle({ ...last, createdAt: last.orderCreatedAt }) : ''}`}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant="danger" busy={operation.isPending} onClick={confirm}>
            Withdraw
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {operation.error && <Notice tone="danger" title={errorText(operation.error)} />}
        {last && <p className="font-medium">{`${last.label}: ${sizeText(last)}`}</p>}
        <p>The adjustment stays in the order’s history and no longer counts.</p>
      </div>
    </Dialog>
  );
}

/** Decides or withdraws a proposal, for permitted users; renders its dialogs too. */
export function AdjustmentActions({ row }: { row: ShownAdjustment }) {
  const [openDialog, setOpenDialog] = useState<'decide' | 'withdraw' | null>(null);
  const close = () => setOpenDialog(null);
  const { acts: actions, label } = row;
  const canDecide = actions.includes('reject');
  if (actions.length === 0) return null;
  return (
    <span className="relative z-10 flex flex-wrap gap-2">
      {canDecide && (
        <Button variant="primary" aria-label={`Decide ${label}`} onClick={() => setOpenDialog('decide')}>
          Decide
        </Button>
      )}
      {actions.includes('withdraw') && (
        <Button aria-label={`Withdraw ${label}`} onClick={() => setOpenDialog('withdraw')}>
          Withdraw
        </Button>
      )}
      <DecideAdjustmentDialog row={openDialog === 'decide' ? row : null} onClose={close} />
      <WithdrawDialog row={openDialog === 'withdraw' ? row : null} onClose={close} />
    </span>
  );
}

const DECIDED = { PROPOSED: 'Agreed', APPROVED: 'Approved', REJECTED: 'Declined' } as const;

/** Format who decided, when and why; for a pending one, who agreed first. */
export const decisionText = ({ status, decidedBy, decidedAt, decisionReason }: ShownAdjustment): string =>
  [
    decidedBy && `${DECIDED[status]} by ${decidedBy}`,
    decidedBy && decidedAt && formatDate(decidedAt, 'shortAtTime'),
    decisionReason,
  ]
    .filter(Boolean)
    .join(' · ');
