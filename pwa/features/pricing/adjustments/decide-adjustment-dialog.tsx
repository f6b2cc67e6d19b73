import { useState } from 'react';
import { PRICE_ADJUSTMENT_TYPE } from '#db/billing/price-adjustment-type.ts';
import type { ShownAdjustment } from '#db/billing/shown-prices.ts';
import { changeText, sizeText } from '#pwa/format/adjustments.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { DecisionDialog } from '../decision-dialog.tsx';
import { errorText } from '../use-prices.ts';
import { useAdjustmentOperation } from './use-adjustments.ts';

/** An adjustment with its reason and its effect on the total. */
function Proposal({ row }: { row: ShownAdjustment }) {
  return (
    <>
      <p className="font-medium wrap-anywhere">{`${row.label}: ${sizeText(row)}`}</p>
      {row.total && <p className="tabular-nums">{`Total if approved: ${changeText(row.total)}`}</p>}
      <p className="wrap-anywhere text-ink-soft">
        {`${PRICE_ADJUSTMENT_TYPE[row.type]}, proposed by ${row.proposedBy ?? 'somebody'}: ${row.reason}`}
      </p>
      {row.decidedBy && (
        <p>{`${row.decidedBy} has agreed. It counts once billing has approved it as well.`}</p>
      )}
    </>
  );
}

interface DecideAdjustmentDialogProps {
  /** Null closes the dialog. */
  row: ShownAdjustment | null;
  onClose(): void;
}

/** Approves or declines a proposed adjustment. */
export function DecideAdjustmentDialog({ row, onClose }: DecideAdjustmentDialogProps) {
  const operation = useAdjustmentOperation();
  // The last adjustment stays rendered while the dialog closes.
  const [last, setLast] = useState(row);
  if (row && row !== last) setLast(row);
  const close = () => {
    operation.reset();
    onClose();
  };
  return (
    <DecisionDialog
      open={row !== null}
      title={`Decide adjustment: ${last?.orderNumber ?? ''}`}
      own={last !== null && !last.acts.includes('approve')}
      busy={operation.isPending}
      onClose={close}
      onDecide={(decision, reason) =>
        last &&
        operation.mutate(
          { action: 'decide', orderId: last.orderId, id: last.id, decision, reason },
          { onSuccess: close },
        )
      }
    >
      {operation.error && <Notice tone="danger" title={errorText(operation.error)} />}
      {last && <Proposal row={last} />}
    </DecisionDialog>
  );
}
