import type { ReactNode } from 'react';
import { type FieldValues, useWatch } from 'react-hook-form';
import { z } from 'zod';
import {
  correctInvoice,
  issueInvoice,
  recordBouncedPayment,
  recordPayment,
  recordRefund,
  sendInvoice,
  voidInvoice,
} from '#db/api/billing/billing-invoices.ts';
import type { ShownInvoice, ShownPayment } from '#db/billing/invoices/shown-invoice.ts';
import { paymentWord } from '#db/billing/payments/payment.ts';
import { RECORDED_KINDS } from '#db/billing/payments/payment-form.ts';
import { call } from '#pwa/api/call.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { useLabToday } from '#pwa/replica/hooks/use-lab-today.ts';
import { FormDialog, type SchemaFormProps } from '#pwa/ui/form/form.tsx';
import { fieldOf } from '#pwa/ui/form/schema-field.tsx';
import { CreditDialog } from './credit-dialog.tsx';
import {
  type InvoiceActionRequest,
  PaymentInput,
  ReasonInput,
  refundInput,
  refundRule,
  typedCents,
} from './invoice-action-input.ts';
import { INVOICE_ACTION_TEXTS, paymentActionTexts } from './invoice-action-texts.ts';
import { useInvoiceAction } from './use-invoice-action.ts';

const ReasonField = fieldOf<typeof ReasonInput>();
const PaymentField = fieldOf<typeof PaymentInput>();
const RefundField = fieldOf<ReturnType<typeof refundInput>>();
const NoInput = z.object({});

/** The fields of a recorded payment; a write-off has a reason instead of a number. */
function PaymentFields() {
  const isWriteOff = useWatch<z.input<typeof PaymentInput>, 'kind'>({ name: 'kind' }) === 'WRITE_OFF';
  return (
    <>
      <PaymentField name="kind" dependents={['reference', 'reason']} />
      <PaymentField name="amount" />
      {!isWriteOff && <PaymentField name="reference" required />}
      <PaymentField name="receivedOn" label={isWriteOff ? 'Day' : undefined} />
      {isWriteOff && <PaymentField name="reason" required />}
    </>
  );
}

interface ActionDialogProps {
  invoiceView: ShownInvoice;
  request: InvoiceActionRequest;
  open: boolean;
  onClose(): void;
  /** Called with the resulting invoice: a correction returns the new one. */
  onDone(after: ShownInvoice): void;
}

interface ActionFormProps<Input extends FieldValues, Output>
  extends ActionDialogProps,
    Pick<SchemaFormProps<Input, Output>, 'schema' | 'defaults'> {
  send(values: Output): Promise<ShownInvoice>;
  /** The fields of the action. */
  children?: ReactNode;
}

/** The dialog around the fields of an action; stays open with the input when the server refuses. */
function ActionForm<Input extends FieldValues, Output>(props: ActionFormProps<Input, Output>) {
  const { invoiceView, request, open, onClose, onDone, schema, defaults, send, children } = props;
  const { title, explanation, done } = paymentActionTexts(request.name, request.payment);
  const { mutateAsync } = useInvoiceAction(done);
  const { invoiceNumber, totalDue } = invoiceView.invoice;
  return (
    <FormDialog
      open={open}
      title={`${title}: ${invoiceNumber}`}
      submitLabel={title}
      danger={INVOICE_ACTION_TEXTS[request.name].danger}
      schema={schema}
      {...(defaults ? { defaults } : {})}
      onSubmit={async (values) => onDone(await mutateAsync(() => send(values)))}
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
      {children}
    </FormDialog>
  );
}

/** An action that needs nothing but a reason. */
function ReasonAction({
  send,
  ...props
}: ActionDialogProps & { send(body: z.infer<typeof ReasonInput>): Promise<ShownInvoice> }) {
  return (
    <ActionForm {...props} schema={ReasonInput} send={send}>
      <ReasonField name="reason" />
    </ActionForm>
  );
}

function PaymentAction(props: ActionDialogProps) {
  const today = useLabToday();
  const { id, balance } = props.invoiceView.invoice;
  return (
    <ActionForm
      {...props}
      schema={PaymentInput}
      defaults={{
        kind: RECORDED_KINDS[0],
        amount: balance > 0 ? typedCents(balance) : '',
        receivedOn: today,
      }}
      send={(body) => call(recordPayment, { params: { id }, body })}
    >
      <PaymentFields />
    </ActionForm>
  );
}

function RefundAction({ payment, ...props }: ActionDialogProps & { payment: ShownPayment }) {
  const { id } = props.invoiceView.invoice;
  const rule = refundRule(payment);
  return (
    <ActionForm
      {...props}
      schema={refundInput(rule)}
      defaults={{
        amount: rule.maxAmount > 0 ? typedCents(rule.maxAmount) : '',
        reason: payment.kind === 'REFUND' ? (payment.reason ?? '') : '',
      }}
      send={({ amount, reason, reference }) =>
        call(recordRefund, {
          params: { id },
          body: { paymentId: payment.id, amount, reason, ...(rule.byHand ? { reference } : {}) },
        })
      }
    >
      <RefundField name="amount" />
      {rule.byHand && <RefundField name="reference" />}
      <RefundField name="reason" />
    </ActionForm>
  );
}

/** Asks for confirmation and input before a billing action. */
export function ActionDialog(props: ActionDialogProps) {
  const { request, invoiceView } = props;
  const { id, totalDue } = invoiceView.invoice;
  const params = { id };
  switch (request.name) {
    case 'record-payment':
      return <PaymentAction {...props} />;
    case 'credit':
      return <CreditDialog {...props} />;
    case 'record-refund':
      return <RefundAction {...props} payment={request.payment} />;
    case 'record-bounced': {
      const paymentId = request.payment.id;
      return (
        <ReasonAction
          {...props}
          send={(body) => call(recordBouncedPayment, { params: { id, paymentId }, body })}
        />
      );
    }
    case 'issue':
      // Sends the total that the user saw, so that a changed invoice is not issued.
      return (
        <ActionForm
          {...props}
          schema={NoInput}
          send={() => call(issueInvoice, { params, body: { seenTotal: totalDue } })}
        />
      );
    case 'send':
      return <ActionForm {...props} schema={NoInput} send={() => call(sendInvoice, { params, body: {} })} />;
    case 'void':
      return <ReasonAction {...props} send={(body) => call(voidInvoice, { params, body })} />;
    case 'correct':
      return <ReasonAction {...props} send={(body) => call(correctInvoice, { params, body })} />;
  }
}
