import { useState } from 'react';
import type { ShownAdjustment } from '#db/billing/shown-prices.ts';
import { sizeText } from '#pwa/format/adjustments.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { errorText } from '../use-prices.ts';
import { useAdjustmentOperation } from './use-adjustments.ts';

/** Asks for confirmation before a proposal is withdrawn. */
export function WithdrawDialog({ row, onClose }: { row: ShownAdjustment | null; onClose(): void }) {
  const operation = useAdjustmentOperation();
  const [last, setLast] = useState(row);
  if (row && row !== last) setLast(row);
  const close = () => {
    operation.reset();
    onClose();
  };
  const confirm = () =>
    last &&
    operation.mutate({ action: 'withdraw', orderId: last.orderId, id: last.id }, { onSuccess: close });
  return (
    <Dialog
      open={row !== null}
      title={`Withdraw adjustment: ${last?.orderNumber ?? ''}`}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>Back</Button>
          <Button variant="danger" busy={operation.isPending} onClick={confirm}>
            Withdraw
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {operation.error && <Notice tone="danger" title={errorText(operation.error)} />}
        {last && <p className="font-medium">{`${last.label}: ${sizeText(last)}`}</p>}
        <p>It stays in the history of the order and counts no more.</p>
      </div>
    </Dialog>
  );
}
