import { useState } from 'react';
import type { BillNowCandidate } from '#db/billing/listed-invoice.ts';
import type { ShownInvoice } from '#db/billing/shown-invoice.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { errorText, useInvoiceOperation } from './use-invoice.ts';

const specimens = (count: number): string => (count === 1 ? '1 specimen' : `${count} specimens`);

interface BillNowDialogProps {
  order: BillNowCandidate;
  open: boolean;
  onClose(): void;
  onBilled(after: ShownInvoice): void;
}

/** Selects the finished specimens of a running order to bill before the rest is done. */
export function BillNowDialog({ order, open, onClose, onBilled }: BillNowDialogProps) {
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set());
  const operation = useInvoiceOperation();
  const selected = order.specimens.filter(({ id }) => !excluded.has(id));
  const amount = selected.reduce((sum, { salesPrice }) => sum + salesPrice, 0);
  const toggle = (id: string, on: boolean): void => {
    const next = new Set(excluded);
    if (on) next.delete(id);
    else next.add(id);
    setExcluded(next);
  };
  const bill = (): void =>
    operation.mutate(
      {
        path: '/api/billing/invoice/bill-now',
        data: { orderId: order.orderId, specimenIds: selected.map(({ id }) => id) },
        done: `An invoice for ${specimens(selected.length)} is ready to be issued`,
      },
      { onSuccess: onBilled },
    );
  return (
    <Dialog
      open={open}
      title={`Bill now: ${order.orderNumber}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button
            variant="primary"
            disabled={selected.length === 0}
            busy={operation.isPending}
            onClick={bill}
          >
            {`Bill ${specimens(selected.length)}`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {operation.error && <Notice tone="danger" title={errorText(operation.error)} />}
        <p>
          {`These are finished. ${order.inWork === 0 ? 'None is' : `${specimens(order.inWork)} ${order.inWork === 1 ? 'is' : 'are'}`} still in work; what is not billed now comes on the next invoice.`}
        </p>
        <ul aria-label="Finished specimens" className="max-h-72 overflow-y-auto">
          {order.specimens.map(({ id, requisitionNumber, customerSampleId, completedAt, salesPrice }) => (
            <li key={id} className="flex items-center justify-between gap-3 border-line border-b">
              <Checkbox
                value={!excluded.has(id)}
                onChange={(on) => toggle(id, on)}
                label={
                  <span>
                    <span className="code">{requisitionNumber}</span>
                    <span className="block text-ink-soft text-sm">
                      {[customerSampleId, completedAt && `done ${formatDate(completedAt)}`]
                        .filter(Boolean)
                        .join(', ')}
                    </span>
                  </span>
                }
              />
              <span className="tabular-nums">{formatMoney(salesPrice)}</span>
            </li>
          ))}
        </ul>
        <p className="flex justify-between font-semibold">
          <span>Before discounts and fees</span>
          <span className="tabular-nums">{formatMoney(amount)}</span>
        </p>
      </div>
    </Dialog>
  );
}
