import { ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { may } from '#db/access/grants.ts';
import type { BillingQueue, BillNowCandidate } from '#db/billing/listed-invoice.ts';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { Tabs } from '#pwa/ui/tabs.tsx';
import { BillNowDialog } from './bill-now-dialog.tsx';
import { useMoneyViewer } from './money-viewer.ts';
import { BillNowList, RefundsDue, ToIssue } from './queue-parts.tsx';
import { errorText } from './use-invoice.ts';
import { useQueue } from './use-queue.ts';

function QueueTabs({ queue, onOpen }: { queue: BillingQueue; onOpen(path: string): void }) {
  const viewer = useMoneyViewer();
  const [dialog, setDialog] = useState<{ order: BillNowCandidate; n: number; open: boolean } | null>(null);
  const pathOf = (id: string) => viewer.invoicePath('billing', id);
  const open = (id: string): void => {
    const path = pathOf(id);
    if (path) onOpen(path);
  };
  const { toIssue, billNow, refunds } = queue;
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
            content: <ToIssue rows={toIssue} onOpen={({ id }) => open(id)} href={({ id }) => pathOf(id)} />,
          },
          {
            id: 'now',
            label: 'Bill now',
            count: billNow.length,
            content: (
              <BillNowList
                rows={billNow}
                onOpen={choose}
                href={({ invoiceId }) => (canBill ? null : pathOf(invoiceId))}
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
                href={({ invoiceId }) => pathOf(invoiceId)}
              />
            ),
          },
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

function Queue({ onOpen }: { onOpen(path: string): void }) {
  const { data, error, refetch } = useQueue();
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
      {!data && !error && <Skeleton lines={8} label="What waits for billing" />}
    </>
  );
}

/** Open billing work: invoices to issue, work that can be billed now, refunds to pay out. */
export function BillingQueuePage({ onOpen }: { onOpen(path: string): void }) {
  const { role } = useMoneyViewer();
  return (
    <Page title="Queue">
      {may(role, 'billing:read') ? (
        <Queue onOpen={onOpen} />
      ) : (
        // Directors open this page (domain 7.1) but may not read invoices (7.3).
        <EmptyState icon={ReceiptText} title="What waits to be invoiced is not shown to your role">
          Ask billing or the project manager. Samples that wait for work stand in the lab’s queue.
        </EmptyState>
      )}
    </Page>
  );
}
