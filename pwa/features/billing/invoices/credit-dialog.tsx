import { useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { creditInvoice } from '#db/api/billing/billing-invoices.ts';
import { creditableAmount, previewCredit } from '#db/billing/credits/credit-preview.ts';
import type { ShownInvoice } from '#db/billing/invoices/shown-invoice.ts';
import { PAYMENT_KIND } from '#db/billing/payments/payment.ts';
import { call } from '#pwa/api/call.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { FormDialog } from '#pwa/ui/form/form.tsx';
import { fieldOf } from '#pwa/ui/form/schema-field.tsx';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { centsOf, creditInput, typedCents } from './invoice-action-input.ts';
import { INVOICE_ACTION_TEXTS } from './invoice-action-texts.ts';
import { useInvoiceAction } from './use-invoice-action.ts';

type CreditInput = ReturnType<typeof creditInput>;
const CreditField = fieldOf<CreditInput>();

const billOf = ({ invoice, payments }: ShownInvoice) => ({ totalDue: invoice.totalDue, payments });

/** Shows what the credit note changes before it is issued: credit, refunds, and the balance after them. */
function CreditResult({ invoiceView, amount }: { invoiceView: ShownInvoice; amount: number }) {
  const { balanceBefore, refunds, balanceAfter } = previewCredit(billOf(invoiceView), amount);
  return (
    <section aria-label="Result" aria-live="polite" className="rounded-md border border-line p-3">
      <KeyValues
        items={[
          { name: 'Balance now', value: formatMoney(balanceBefore) },
          { name: 'Credit note', value: formatMoney(-amount) },
          ...(refunds.length === 0
            ? [{ name: 'Refund', value: 'None' }]
            : refunds.map(({ kind, amount: back }) => ({
                name: `Refund, ${PAYMENT_KIND[kind].toLowerCase()}`,
                value: formatMoney(back),
              }))),
          { name: 'Balance after', value: <strong>{formatMoney(balanceAfter)}</strong> },
        ]}
      />
    </section>
  );
}

function CreditFields({ invoiceView, maxAmount }: { invoiceView: ShownInvoice; maxAmount: number }) {
  const typedAmount = centsOf(useWatch<z.input<CreditInput>, 'amount'>({ name: 'amount' }));
  const amount = typedAmount === null || typedAmount <= 0 || typedAmount > maxAmount ? null : typedAmount;
  const byHand =
    amount !== null && previewCredit(billOf(invoiceView), amount).refunds.some(({ kind }) => kind !== 'CARD');
  return (
    <>
      <CreditField name="amount" />
      <CreditField name="reason" />
      {byHand && <CreditField name="reference" />}
      {amount !== null && <CreditResult invoiceView={invoiceView} amount={amount} />}
    </>
  );
}

interface CreditDialogProps {
  invoiceView: ShownInvoice;
  open: boolean;
  onClose(): void;
  onDone(after: ShownInvoice): void;
}

/** Corrects an issued invoice by a credit note and refunds the rest, with the result shown before. */
export function CreditDialog({ invoiceView, open, onClose, onDone }: CreditDialogProps) {
  const { id, invoiceNumber } = invoiceView.invoice;
  const bill = billOf(invoiceView);
  const maxAmount = creditableAmount(bill);
  const { explanation, done } = INVOICE_ACTION_TEXTS.credit;
  const { mutateAsync } = useInvoiceAction(done);
  const save = async ({ amount, reason, reference }: z.infer<CreditInput>): Promise<void> => {
    const { refunds, refundTotal } = previewCredit(bill, amount);
    const byHand = refunds.some(({ kind }) => kind !== 'CARD');
    const body = { amount, reason, reference: byHand ? reference : null, seenRefund: refundTotal };
    onDone(await mutateAsync(() => call(creditInvoice, { params: { id }, body })));
  };
  return (
    <FormDialog
      open={open}
      title={`Refund and correct: ${invoiceNumber}`}
      submitLabel="Issue credit note"
      danger
      schema={creditInput(maxAmount)}
      defaults={{ amount: typedCents(maxAmount), reason: '', reference: '' }}
      onSubmit={save}
      onClose={onClose}
    >
      <p>{explanation}</p>
      <CreditFields invoiceView={invoiceView} maxAmount={maxAmount} />
    </FormDialog>
  );
}
