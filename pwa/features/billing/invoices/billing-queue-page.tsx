import { ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { may } from '#db/access/grants.ts';
import { readBillingQueue } from '#db/api/billing/billing.ts';
import { billSpecimens } from '#db/api/billing/billing-invoices.ts';
import type { BillingQueue, BillNowCandidate } from '#db/billing/invoices/listed-invoice.ts';
import type { ShownInvoice } from '#db/billing/invoices/shown-invoice.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCall, useCallMutation, useInvalidation } from '#pwa/api/use-call.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { Tabs } from '#pwa/ui/tabs.tsx';
import { BillNowList, RefundsDue, ToIssue } from './billing-queue-parts.tsx';
import { InvoicingRequests } from './invoicing-requests.tsx';
import { INVOICE_FAMILIES, type RecordLink, useMoneyViewer } from './use-invoice.ts';

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
  const invalidate = useInvalidation();
  const selected = order.specimens.filter(({ id }) => !excluded.has(id));
  const operation = useCallMutation(billSpecimens, {
    invalidates: INVOICE_FAMILIES,
    onSuccess: () => toast.success(`An invoice for ${specimens(selected.length)} is ready to be issued`),
  });
  const amount = selected.reduce((sum, { salesPrice }) => sum + salesPrice, 0);
  const toggle = (id: string, on: boolean): void => {
    const next = new Set(excluded);
    if (on) next.delete(id);
    else next.add(id);
    setExcluded(next);
  };
  const bill = (): void =>
    operation.mutate(
      { body: { orderId: order.orderId, specimenIds: selected.map(({ id }) => id) } },
      // Somebody else may have billed them first, so the queue is read again.
      { onSuccess: onBilled, onError: () => void invalidate(INVOICE_FAMILIES) },
    );
  return (
    <Dialog
      open={open}
      title={`Bill now: ${order.orderNumber}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
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

function QueueTabs({ queue, onOpen }: { queue: BillingQueue; onOpen(link: RecordLink): void }) {
  const viewer = useMoneyViewer();
  const [dialog, setDialog] = useState<{ order: BillNowCandidate; n: number; open: boolean } | null>(null);
  const linkOf = (id: string) => viewer.invoiceLink('billing', id);
  const open = (id: string): void => {
    const link = linkOf(id);
    if (link) onOpen(link);
  };
  const { toIssue, billNow, refunds, invoicing } = queue;
  const canBill = may(viewer.role, 'billing/invoice:create');
  const choose = (order: BillNowCandidate): void => {
    if (canBill) setDialog({ order, n: (dialog?.n ?? 0) + 1, open: true });
    else open(order.invoiceId);
  };
  const close = () => dialog && setDialog({ ...dialog, open: false });
  return (
    <>
      <Tabs
        tabs={[
          {
            id: 'issue',
            label: 'To issue',
            count: toIssue.length,
            content: <ToIssue rows={toIssue} onOpen={({ id }) => open(id)} link={({ id }) => linkOf(id)} />,
          },
          {
            id: 'now',
            label: 'Bill now',
            count: billNow.length,
            content: (
              <BillNowList
                rows={billNow}
                onOpen={choose}
                link={({ invoiceId }) => (canBill ? null : linkOf(invoiceId))}
              />
            ),
          },
          {
            id: 'refunds',
            label: 'Refunds',
            count: refunds.length,
            content: (
              <RefundsDue
                rows={refunds}
                onOpen={({ invoiceId }) => open(invoiceId)}
                link={({ invoiceId }) => linkOf(invoiceId)}
              />
            ),
          },
          ...(invoicing.length > 0
            ? [
                {
                  id: 'invoicing',
                  label: 'Invoicing requests',
                  count: invoicing.length,
                  content: <InvoicingRequests rows={invoicing} />,
                },
              ]
            : []),
        ]}
      />
      {dialog && (
        <BillNowDialog
          key={dialog.n}
          order={dialog.order}
          open={dialog.open}
          onClose={close}
          onBilled={({ invoice }) => {
            close();
            open(invoice.id);
          }}
        />
      )}
    </>
  );
}

function Queue({ onOpen }: { onOpen(link: RecordLink): void }) {
  const { data, error, refetch } = useCall(readBillingQueue, {}, { staleTime: 0 });
  return (
    <>
      {data && <QueueTabs queue={data} onOpen={onOpen} />}
      {!data && error && (
        <Notice
          tone="danger"
          title={errorText(error)}
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      )}
      {!data && !error && <Skeleton lines={8} label="Billing queue" />}
    </>
  );
}

/** Open billing work: invoices to issue, work that can be billed now, refunds to pay out. */
export function BillingQueuePage({ onOpen }: { onOpen(link: RecordLink): void }) {
  const { role } = useMoneyViewer();
  return (
    <Page title="Queue">
      {may(role, 'billing:read') ? (
        <Queue onOpen={onOpen} />
      ) : (
        // Directors open this page (domain 7.1) but may not read invoices (7.3).
        <EmptyState icon={ReceiptText} title="Your role cannot view the billing queue">
          Ask billing or the project manager. Samples awaiting work are in the lab queue.
        </EmptyState>
      )}
    </Page>
  );
}
