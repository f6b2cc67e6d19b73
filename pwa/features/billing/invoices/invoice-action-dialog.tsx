import { useState } from 'react';
import type { ShownInvoice, ShownPayment } from '#db/billing/invoices/shown-invoice.ts';
import { PAYMENT_KIND, paymentWord } from '#db/billing/payments/payment.ts';
import { RECORDED_KINDS } from '#db/billing/payments/record-payment.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { useLabToday } from '#pwa/replica/hooks/use-lab-today.ts';
import { OperationDialog } from '#pwa/ui/dialog/operation-dialog.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { NumberInput } from '#pwa/ui/form/number-input.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { TextArea, TextInput } from '#pwa/ui/form/text-input.tsx';
import {
  type ActionInput,
  type ReadInput,
  type RefundRule,
  readActionInput,
  typedCents,
} from './invoice-action-input.ts';
import { type DialogActionName, INVOICE_ACTION_TEXTS, paymentActionTexts } from './invoice-action-texts.ts';
import { errorText, useInvoiceOperation } from './use-invoice.ts';

interface ActionFieldsProps {
  inputKind: 'nothing' | 'reason' | 'payment' | 'refund';
  input: ActionInput;
  /** For a refund: true when a person pays it out and may record the number of the check. */
  byHand?: boolean;
  problems: ReadInput['problems'];
  onChange(input: ActionInput): void;
}

/** The fields of an action: a payment, a refund, a reason, or none. */
function ActionFields({ inputKind, input, byHand = false, problems, onChange }: ActionFieldsProps) {
  if (inputKind === 'nothing') return null;
  const set = (name: keyof ActionInput) => (value: string) => onChange({ ...input, [name]: value });
  const isWriteOff = input.kind === 'WRITE_OFF';
  const payment = inputKind === 'payment';
  return (
    <>
      {payment && (
        <Field label="How it came" required error={problems.kind}>
          {(control) => (
            <Select<string>
              {...control}
              value={input.kind}
              onChange={set('kind')}
              options={RECORDED_KINDS.map((value) => ({ value, label: PAYMENT_KIND[value] }))}
            />
          )}
        </Field>
      )}
      {inputKind !== 'reason' && (
        <Field label="Amount" required error={problems.amount}>
          {(control) => (
            <NumberInput {...control} decimal unit="USD" value={input.amount} onChange={set('amount')} />
          )}
        </Field>
      )}
      {((payment && !isWriteOff) || (inputKind === 'refund' && byHand)) && (
        <Field label="Number of the check or transfer" required={payment} error={problems.reference}>
          {(control) => (
            <TextInput
              {...control}
              code
              maxLength={200}
              value={input.reference}
              onChange={set('reference')}
            />
          )}
        </Field>
      )}
      {payment && (
        <Field label={isWriteOff ? 'Day' : 'Received on'} required error={problems.receivedOn}>
          {(control) => (
            <TextInput {...control} type="date" value={input.receivedOn} onChange={set('receivedOn')} />
          )}
        </Field>
      )}
      {(!payment || isWriteOff) && (
        <Field label="Reason" required error={problems.reason}>
          {(control) => (
            <TextArea {...control} value={input.reason} onChange={set('reason')} maxLength={1000} />
          )}
        </Field>
      )}
    </>
  );
}

/** The subject of the dialog: an action on the invoice, or on one of its payments. */
export interface InvoiceActionRequest {
  name: DialogActionName;
  payment: ShownPayment | null;
}

/** Maximum refund; for a pending refund, its full amount. */
function refundRule({ payment }: InvoiceActionRequest): RefundRule {
  if (!payment) return { maxAmount: 0, mustBeFull: false, byHand: false };
  const mustBeFull = payment.kind === 'REFUND';
  return {
    maxAmount: mustBeFull ? Math.abs(payment.amount) : payment.refundable,
    mustBeFull,
    // A failed card refund is only tried again, which needs no number.
    byHand: mustBeFull ? payment.status === 'PENDING' : payment.kind !== 'CARD',
  };
}

function initialInput(request: InvoiceActionRequest, { invoice }: ShownInvoice, today: string): ActionInput {
  const amount = request.payment ? refundRule(request).maxAmount : invoice.balance;
  return {
    kind: 'CHECK',
    amount: amount > 0 ? typedCents(amount) : '',
    reference: '',
    receivedOn: today,
    reason: request.payment?.kind === 'REFUND' ? (request.payment.reason ?? '') : '',
  };
}

function pathOf({ name, payment }: InvoiceActionRequest, invoiceId: string): string {
  const base = `/api/billing/invoice/${invoiceId}`;
  const { path } = INVOICE_ACTION_TEXTS[name];
  return name === 'record-bounced' ? `${base}/payments/${payment?.id}/${path}` : `${base}/${path}`;
}

function dataOf(
  { name, payment }: InvoiceActionRequest,
  invoiceView: ShownInvoice,
  data: Record<string, unknown>,
) {
  if (name === 'record-refund') return { ...data, paymentId: payment?.id };
  // Sends the total that the user saw, so that a changed invoice is not issued.
  return name === 'issue' ? { seenTotal: invoiceView.invoice.totalDue } : data;
}

interface ActionDialogProps {
  invoiceView: ShownInvoice;
  request: InvoiceActionRequest;
  open: boolean;
  onClose(): void;
  /** Called with the resulting invoice: a correction returns the new one. */
  onDone(after: ShownInvoice): void;
}

/**
 * Asks for confirmation and input before a billing action; stays open with the input when the server refuses.
 */
export function ActionDialog({ invoiceView, request, open, onClose, onDone }: ActionDialogProps) {
  const today = useLabToday();
  const [input, setInput] = useState(() => initialInput(request, invoiceView, today));
  const [tried, setTried] = useState(false);
  const operation = useInvoiceOperation();
  const { title, explanation, done } = paymentActionTexts(request.name, request.payment);
  const { danger, inputKind } = INVOICE_ACTION_TEXTS[request.name];
  const refund = refundRule(request);
  const { problems, data } = readActionInput(request.name, input, refund);
  const { invoiceNumber, totalDue, id } = invoiceView.invoice;
  const confirm = (): void => {
    setTried(true);
    if (Object.keys(problems).length > 0) return;
    operation.mutate(
      { path: pathOf(request, id), data: dataOf(request, invoiceView, data), done },
      { onSuccess: onDone },
    );
  };
  return (
    <OperationDialog
      open={open}
      actionLabel={title}
      of={invoiceNumber}
      danger={danger}
      busy={operation.isPending}
      problem={operation.error ? errorText(operation.error) : null}
      onConfirm={confirm}
      onClose={onClose}
    >
      {request.name === 'issue' && <p className="font-semibold">{`Total ${formatMoney(totalDue)}`}</p>}
      {request.payment && (
        <p className="font-semibold">
          {[paymentWord(request.payment), request.payment.reference, formatMoney(request.payment.amount)]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
      <p>{explanation}</p>
      <ActionFields
        inputKind={inputKind}
        input={input}
        byHand={refund.byHand}
        problems={tried ? problems : {}}
        onChange={setInput}
      />
    </OperationDialog>
  );
}
