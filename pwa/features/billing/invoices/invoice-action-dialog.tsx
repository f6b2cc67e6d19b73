import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ShownInvoice } from '#db/billing/invoices/shown-invoice.ts';
import { PAYMENT_KIND, paymentWord } from '#db/billing/payments/payment.ts';
import { RECORDED_KINDS } from '#db/billing/payments/payment-form.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useInvalidation } from '#pwa/api/use-call.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { useLabToday } from '#pwa/replica/hooks/use-lab-today.ts';
import { OperationDialog } from '#pwa/ui/dialog/operation-dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { NumberInput } from '#pwa/ui/form/number-input.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { TextArea, TextInput } from '#pwa/ui/form/text-input.tsx';
import {
  type ActionInput,
  type InvoiceActionRequest,
  type ReadInput,
  readActionInput,
  refundRule,
  typedCents,
} from './invoice-action-input.ts';
import { INVOICE_ACTION_TEXTS, paymentActionTexts } from './invoice-action-texts.ts';
import { INVOICE_FAMILIES } from './use-invoice.ts';

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

function initialInput(
  { payment }: InvoiceActionRequest,
  { invoice }: ShownInvoice,
  today: string,
): ActionInput {
  const amount = payment ? refundRule(payment).maxAmount : invoice.balance;
  return {
    kind: 'CHECK',
    amount: amount > 0 ? typedCents(amount) : '',
    reference: '',
    receivedOn: today,
    reason: payment?.kind === 'REFUND' ? (payment.reason ?? '') : '',
  };
}

/** Executes an action on an invoice; every action returns the updated invoice. */
function useInvoiceAction(done: string) {
  const invalidate = useInvalidation();
  return useMutation({
    mutationFn: (send: () => Promise<ShownInvoice>) => send(),
    onSuccess: async () => {
      await invalidate(INVOICE_FAMILIES);
      toast.success(done);
    },
    // Somebody else may have acted first, so the data are reloaded.
    onError: () => void invalidate(INVOICE_FAMILIES),
  });
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
  const { title, explanation, done } = paymentActionTexts(request.name, request.payment);
  const { danger, inputKind } = INVOICE_ACTION_TEXTS[request.name];
  const operation = useInvoiceAction(done);
  const { problems, send } = readActionInput(request, invoiceView.invoice, input);
  const { invoiceNumber, totalDue } = invoiceView.invoice;
  const confirm = (): void => {
    setTried(true);
    if (send) operation.mutate(send, { onSuccess: onDone });
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
        byHand={request.payment !== null && refundRule(request.payment).byHand}
        problems={tried ? problems : {}}
        onChange={setInput}
      />
    </OperationDialog>
  );
}
