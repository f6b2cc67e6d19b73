import { CreditCard, FileDown, ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { INVOICE_ACTIONS } from '#db/billing/invoice-actions.ts';
import { INVOICE_STATUS } from '#db/billing/invoice-status.ts';
import type { ShownInvoice, ShownPayment } from '#db/billing/shown-invoice.ts';
import { AppError } from '#db/errors/app-error.ts';
import { ActionsMenu } from '#pwa/ui/actions-menu.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { useTakeFile } from '#pwa/ui/list/views/use-take-file.ts';
import { LookBadge } from '#pwa/ui/look-badge.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { ActDialog, type AskedAct } from './act-dialog.tsx';
import { type DialogActName, INVOICE_ACT_WORDS, type PaymentActName } from './invoice-act-words.ts';
import { InvoiceFacts, InvoiceNotices } from './invoice-facts.tsx';
import { InvoiceHistory } from './invoice-history.tsx';
import { InvoiceLines } from './invoice-lines.tsx';
import { InvoicePayments } from './invoice-payments.tsx';
import { DESK, type Desk, useMoneyViewer } from './money-viewer.ts';
import { ReferencesDialog } from './references-dialog.tsx';
import { errorText, useInvoice } from './use-invoice.ts';

interface InvoicePageProps {
  desk: Desk;
  id: string;
  onOpen(path: string): void;
}

/** Acts on the invoice as a whole; those on a payment stand beside it. */
const isWhole = (name: string): name is DialogActName =>
  name in INVOICE_ACT_WORDS && name !== 'record-refund' && name !== 'record-bounced';
/** What usually comes next stands as a button. */
const NEXT: readonly string[] = ['issue', 'record-payment'];

function titleOf(name: PaymentActName, { kind, status }: ShownPayment): string {
  if (name === 'record-bounced') return kind === 'WRITE_OFF' ? 'Take back' : 'Bounced';
  if (kind !== 'REFUND') return 'Refund';
  return status === 'FAILED' ? 'Try again' : 'Given back';
}

interface ActsProps {
  shown: ShownInvoice;
  onAsk(asked: AskedAct): void;
  onChange(): void;
}

function Acts({ shown, onAsk, onChange }: ActsProps) {
  const whole = shown.actions.filter(isWhole);
  const rest = whole.filter((name) => !NEXT.includes(name));
  const actions = [
    ...(shown.actions.includes('change')
      ? [{ label: INVOICE_ACTIONS.change.title, onSelect: onChange }]
      : []),
    ...rest.map((name) => ({
      label: INVOICE_ACTIONS[name].title,
      danger: INVOICE_ACT_WORDS[name].danger ?? false,
      onSelect: () => onAsk({ name, payment: null }),
    })),
  ];
  return (
    <>
      {actions.length > 0 && <ActionsMenu actions={actions} />}
      {whole
        .filter((name) => NEXT.includes(name))
        .map((name) => (
          <Button
            key={name}
            variant={name === 'issue' ? 'primary' : 'secondary'}
            onClick={() => onAsk({ name, payment: null })}
          >
            {INVOICE_ACTIONS[name].title}
          </Button>
        ))}
    </>
  );
}

function Loaded({
  shown,
  desk,
  onOpen,
}: { shown: ShownInvoice } & Pick<InvoicePageProps, 'desk' | 'onOpen'>) {
  const viewer = useMoneyViewer();
  const { taking, take } = useTakeFile();
  const [asked, setAsked] = useState<(AskedAct & { n: number; open: boolean }) | null>(null);
  const [changes, setChanges] = useState({ n: 0, open: false });
  const { invoice, order } = shown;
  const ask = (act: AskedAct) => setAsked({ ...act, n: (asked?.n ?? 0) + 1, open: true });
  const close = () => asked && setAsked({ ...asked, open: false });
  const done = (after: ShownInvoice): void => {
    close();
    const path = after.invoice.id === invoice.id ? null : viewer.invoicePath(desk, after.invoice.id);
    if (path) onOpen(path);
  };
  const payPath = shown.actions.includes('pay') ? viewer.payPath(invoice.id) : null;
  const pathOf = (id: string) => viewer.invoicePath(desk, id);
  const { api, list, label } = DESK[desk];
  return (
    <Page
      title={invoice.invoiceNumber}
      breadcrumbs={[{ label, href: list }]}
      badge={<LookBadge look={INVOICE_STATUS[invoice.status]} />}
      actions={
        <>
          {invoice.issuedAt !== null && (
            <Button icon={FileDown} busy={taking} onClick={() => take(`${api}/${invoice.id}/pdf`)}>
              PDF
            </Button>
          )}
          <Acts
            shown={shown}
            onAsk={ask}
            onChange={() => setChanges(({ n }) => ({ n: n + 1, open: true }))}
          />
          {payPath && (
            <Button variant="primary" icon={CreditCard} onClick={() => onOpen(payPath)}>
              {INVOICE_ACTIONS.pay.title}
            </Button>
          )}
        </>
      }
    >
      <InvoiceNotices shown={shown} pathOf={pathOf} staff={viewer.staff} />
      <div className="grid items-start gap-4 xl:grid-cols-[2fr_1fr]">
        <div className="flex min-w-0 flex-col gap-4">
          <InvoiceFacts shown={shown} orderPath={order && viewer.orderPath(order.id)} pathOf={pathOf} />
          <InvoiceLines shown={shown} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <InvoicePayments
            shown={shown}
            titleOf={titleOf}
            onAct={(name, payment) => ask({ name, payment })}
          />
          <InvoiceHistory shown={shown} />
        </div>
      </div>
      {changes.n > 0 && (
        <ReferencesDialog
          key={`references ${changes.n}`}
          shown={shown}
          open={changes.open}
          onClose={() => setChanges(({ n }) => ({ n, open: false }))}
          onDone={() => setChanges(({ n }) => ({ n, open: false }))}
        />
      )}
      {asked && (
        <ActDialog
          key={asked.n}
          shown={shown}
          asked={asked}
          open={asked.open}
          onClose={close}
          onDone={done}
        />
      )}
    </Page>
  );
}

/** One invoice: what is billed, paid and owed, and what this person may do with it. */
export function InvoicePage({ desk, id, onOpen }: InvoicePageProps) {
  const { data, error, refetch } = useInvoice(desk, id);
  if (data) return <Loaded key={id} shown={data} desk={desk} onOpen={onOpen} />;
  const { list, label } = DESK[desk];
  const missing = error instanceof AppError && error.code === 'NOT_FOUND';
  return (
    <Page title="Invoice" breadcrumbs={[{ label, href: list }]}>
      {error ? (
        <EmptyState
          icon={ReceiptText}
          title={missing ? 'There is no such invoice' : errorText(error)}
          action={!missing && <Button onClick={() => void refetch()}>Try again</Button>}
        >
          {missing
            ? 'It may have been taken back. Look for it in the list.'
            : 'The invoice could not be read.'}
        </EmptyState>
      ) : (
        <Skeleton lines={8} label="The invoice" />
      )}
    </Page>
  );
}
