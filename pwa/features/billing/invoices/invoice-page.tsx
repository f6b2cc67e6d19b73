import { CreditCard, FileDown, ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { updateInvoice } from '#db/api/billing/billing-invoices.ts';
import { INVOICE_ACTIONS } from '#db/billing/invoices/invoice-actions.ts';
import { InvoiceChanges } from '#db/billing/invoices/invoice-form.ts';
import { INVOICE_STATUS } from '#db/billing/invoices/invoice-status.ts';
import type { ShownInvoice, ShownPayment } from '#db/billing/invoices/shown-invoice.ts';
import { AppError } from '#db/errors/app-error.ts';
import { describeField } from '#db/values/field-types.ts';
import { callUrl } from '#pwa/api/call.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCall, useCallMutation, useInvalidation } from '#pwa/api/use-call.ts';
import type { MenuAction } from '#pwa/ui/actions-menu.tsx';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { DetailMenu } from '#pwa/ui/detail-header.tsx';
import { DetailPage } from '#pwa/ui/detail-page.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { FormDialog } from '#pwa/ui/form/form.tsx';
import { fieldOf } from '#pwa/ui/form/schema-field.tsx';
import { useTakeFile } from '#pwa/ui/list/views/use-take-file.ts';
import { Page } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { ActionDialog } from './invoice-action-dialog.tsx';
import type { InvoiceActionRequest } from './invoice-action-input.ts';
import {
  type DialogActionName,
  INVOICE_ACTION_TEXTS,
  type PaymentActionName,
} from './invoice-action-texts.ts';
import { InvoiceFacts, InvoiceHistory, InvoiceNotices } from './invoice-facts.tsx';
import { InvoiceLines } from './invoice-lines.tsx';
import { InvoicePayments } from './invoice-payments.tsx';
import { INVOICE_FAMILIES, PORTALS, type Portal, type RecordLink, useMoneyViewer } from './use-invoice.ts';

interface ReferencesDialogProps {
  invoiceView: ShownInvoice;
  open: boolean;
  onClose(): void;
  onDone(after: ShownInvoice): void;
}

const addressesOf = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter(Boolean))];

const ReferencesForm = z.object({
  customerPurchaseOrder: describeField(InvoiceChanges.shape.customerPurchaseOrder.unwrap().unwrap(), {
    label: 'Purchase order',
    input: 'code',
    maxLength: 200,
  }),
  statementOfWork: describeField(InvoiceChanges.shape.statementOfWork.unwrap().unwrap(), {
    label: 'Statement of work',
    maxLength: 200,
  }),
  billingEmails: describeField(
    z
      .string()
      .max(2000)
      .transform((text, context) => {
        const emails = InvoiceChanges.shape.billingEmails.safeParse(addressesOf(text));
        if (emails.success) return emails.data;
        context.addIssue({ code: 'custom', message: emails.error.issues[0]?.message ?? '' });
        return z.NEVER;
      }),
    {
      label: 'Sent to',
      hint: 'One email address a line. Without any, whoever ordered is written to.',
      input: 'area',
    },
  ),
});
const ReferencesField = fieldOf<typeof ReferencesForm>();

/** Edits the customer's references and recipients of an invoice; its amounts stay. */
export function ReferencesDialog({ invoiceView, open, onClose, onDone }: ReferencesDialogProps) {
  const { id, invoiceNumber, version, customerPurchaseOrder, statementOfWork, billingEmails } =
    invoiceView.invoice;
  const invalidate = useInvalidation();
  const { mutateAsync } = useCallMutation(updateInvoice, {
    invalidates: INVOICE_FAMILIES,
    onSuccess: () => toast.success('The references are changed'),
  });
  const save = async (changes: z.infer<typeof ReferencesForm>): Promise<void> => {
    const after = await mutateAsync(
      { params: { id }, body: { seenVersion: version, changes } },
      // Somebody else may have changed it first, so the invoice is read again.
      { onError: () => void invalidate(INVOICE_FAMILIES) },
    );
    onDone(after);
  };
  return (
    <FormDialog
      open={open}
      title={`${INVOICE_ACTIONS.change.title}: ${invoiceNumber}`}
      submitLabel={INVOICE_ACTIONS.change.title}
      schema={ReferencesForm}
      defaults={{
        customerPurchaseOrder: customerPurchaseOrder ?? '',
        statementOfWork: statementOfWork ?? '',
        billingEmails: billingEmails.join('\n'),
      }}
      onSubmit={save}
      onClose={onClose}
    >
      <p>Shown on the invoice and its PDF. Amounts and lines do not change.</p>
      <ReferencesField name="customerPurchaseOrder" />
      <ReferencesField name="statementOfWork" />
      <ReferencesField name="billingEmails" />
    </FormDialog>
  );
}

interface InvoicePageProps {
  portal: Portal;
  id: string;
  onOpen(link: RecordLink): void;
}

/** Actions on the invoice as a whole; those on a payment are beside it. */
const isInvoiceAction = (name: string): name is Exclude<DialogActionName, PaymentActionName> =>
  name in INVOICE_ACTION_TEXTS && name !== 'record-refund' && name !== 'record-bounced';
/** The usual next actions; the first that is offered is a button. */
const NEXT_ACTIONS: readonly string[] = ['issue', 'record-payment'];

function titleOf(name: PaymentActionName, { kind, status, creditNoteId }: ShownPayment): string {
  if (name === 'record-bounced' && creditNoteId !== null) return 'Void';
  if (name === 'record-bounced') return kind === 'WRITE_OFF' ? 'Take back' : 'Bounced';
  if (kind !== 'REFUND') return 'Refund';
  return status === 'FAILED' ? 'Try again' : 'Given back';
}

interface InvoiceActionsProps {
  invoiceView: ShownInvoice;
  /** Opens the payment by card; null where this user cannot pay so. */
  onPay: (() => void) | null;
  onRequest(request: InvoiceActionRequest): void;
  onChange(): void;
  pdfUrl: string;
}

/** The next action as a button, all others in the menu; the PDF is the button where nothing is to be done. */
function InvoiceActions({ invoiceView, onPay, onRequest, onChange, pdfUrl }: InvoiceActionsProps) {
  const { taking, take } = useTakeFile();
  const invoiceActions = invoiceView.actions.filter(isInvoiceAction);
  const nextName = onPay
    ? undefined
    : NEXT_ACTIONS.find((name) => invoiceView.actions.some((one) => one === name));
  const pdf = invoiceView.invoice.issuedAt === null ? null : () => take(pdfUrl);
  const isPdfNext = !onPay && nextName === undefined;
  const menuActions: MenuAction[] = [
    ...(pdf && !isPdfNext ? [{ label: 'PDF', icon: FileDown, disabled: taking, onSelect: pdf }] : []),
    ...(invoiceView.actions.includes('change')
      ? [{ label: INVOICE_ACTIONS.change.title, onSelect: onChange }]
      : []),
    ...invoiceActions
      .filter((name) => name !== nextName)
      .map((name) => ({
        label: INVOICE_ACTIONS[name].title,
        danger: INVOICE_ACTION_TEXTS[name].danger ?? false,
        onSelect: () => onRequest({ name, payment: null }),
      })),
  ];
  return (
    <>
      {onPay && (
        <Button variant="primary" icon={CreditCard} onClick={onPay}>
          {INVOICE_ACTIONS.pay.title}
        </Button>
      )}
      {invoiceActions
        .filter((name) => name === nextName)
        .map((name) => (
          <Button
            key={name}
            variant={name === 'issue' ? 'primary' : 'secondary'}
            onClick={() => onRequest({ name, payment: null })}
          >
            {INVOICE_ACTIONS[name].title}
          </Button>
        ))}
      {pdf && isPdfNext && (
        <Button icon={FileDown} busy={taking} onClick={pdf}>
          PDF
        </Button>
      )}
      <DetailMenu actions={menuActions} />
    </>
  );
}

function Loaded({
  invoiceView,
  portal,
  onOpen,
}: { invoiceView: ShownInvoice } & Pick<InvoicePageProps, 'portal' | 'onOpen'>) {
  const viewer = useMoneyViewer();
  const [request, setRequest] = useState<(InvoiceActionRequest & { n: number; open: boolean }) | null>(null);
  const [changes, setChanges] = useState({ n: 0, open: false });
  const { invoice, order } = invoiceView;
  const requestAction = (action: InvoiceActionRequest) =>
    setRequest({ ...action, n: (request?.n ?? 0) + 1, open: true });
  const close = () => request && setRequest({ ...request, open: false });
  const done = (after: ShownInvoice): void => {
    close();
    const link = after.invoice.id === invoice.id ? null : viewer.invoiceLink(portal, after.invoice.id);
    if (link) onOpen(link);
  };
  const payLink = invoiceView.actions.includes('pay') ? viewer.payLink(invoice.id) : null;
  const invoiceLink = (id: string) => viewer.invoiceLink(portal, id);
  const { calls, list, label } = PORTALS[portal];
  return (
    <DetailPage
      number={invoice.invoiceNumber}
      breadcrumbs={[{ label, to: list }]}
      status={<StatusBadge display={INVOICE_STATUS[invoice.status]} />}
      actions={
        <InvoiceActions
          invoiceView={invoiceView}
          onPay={payLink && (() => onOpen(payLink))}
          onRequest={requestAction}
          onChange={() => setChanges(({ n }) => ({ n: n + 1, open: true }))}
          pdfUrl={callUrl(calls.readPdf, { params: { id: invoice.id } })}
        />
      }
    >
      <InvoiceNotices invoiceView={invoiceView} invoiceLink={invoiceLink} staff={viewer.staff} />
      <div className="grid items-start gap-4 xl:grid-cols-[2fr_1fr]">
        <div className="flex min-w-0 flex-col gap-4">
          <InvoiceFacts
            invoiceView={invoiceView}
            orderLink={order && viewer.orderLink(order.id)}
            invoiceLink={invoiceLink}
          />
          <InvoiceLines invoiceView={invoiceView} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <InvoicePayments
            invoiceView={invoiceView}
            portal={portal}
            titleOf={titleOf}
            onAction={(name, payment) => requestAction({ name, payment })}
          />
          <InvoiceHistory invoiceView={invoiceView} />
        </div>
      </div>
      {changes.n > 0 && (
        <ReferencesDialog
          key={`references ${changes.n}`}
          invoiceView={invoiceView}
          open={changes.open}
          onClose={() => setChanges(({ n }) => ({ n, open: false }))}
          onDone={() => setChanges(({ n }) => ({ n, open: false }))}
        />
      )}
      {request && (
        <ActionDialog
          key={request.n}
          invoiceView={invoiceView}
          request={request}
          open={request.open}
          onClose={close}
          onDone={done}
        />
      )}
    </DetailPage>
  );
}

/** One invoice: lines, payments, balance, and the actions of this user. */
export function InvoicePage({ portal, id, onOpen }: InvoicePageProps) {
  const { calls, list, label } = PORTALS[portal];
  const { data, error, refetch } = useCall(calls.read, { params: { id } }, { staleTime: 0 });
  if (data) return <Loaded key={id} invoiceView={data} portal={portal} onOpen={onOpen} />;
  const missing = error instanceof AppError && error.code === 'NOT_FOUND';
  return (
    <Page title="Invoice" breadcrumbs={[{ label, to: list }]}>
      {error ? (
        <EmptyState
          icon={ReceiptText}
          title={missing ? 'There is no such invoice' : errorText(error)}
          action={!missing && <Button onClick={() => void refetch()}>Try again</Button>}
        >
          {missing
            ? 'The invoice may have been taken back. Look in the list.'
            : 'The invoice could not be read.'}
        </EmptyState>
      ) : (
        <Skeleton lines={8} label="The invoice" />
      )}
    </Page>
  );
}
