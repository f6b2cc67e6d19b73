import { createOrderIntent } from '#db/api/billing/payments.ts';
import type { InvoiceStatus } from '#db/billing/invoices/invoice-status.ts';
import type { DraftPayment } from '#db/billing/payments/card-try.ts';
import { call } from '#pwa/api/call.ts';
import { CardForm } from './card-form.tsx';
import { PayBarContext } from './pay-button.tsx';
import { paymentStateOf } from './payment-client.ts';

interface OrderCardFormProps {
  orderId: string;
  /** The displayed total of the order in cents. */
  total: number;
  /** Earlier payments of it, and the outcome of the last attempt. */
  payment: DraftPayment;
  paymentStatus: InvoiceStatus;
  blockedReason: string | null;
  /** The bar of the page in which the button stands. */
  bar: HTMLElement | null;
  /** Saves before payment; false cancels it. */
  save(): Promise<boolean>;
  refresh(): Promise<unknown>;
}

/** Pays for a draft; the server submits it when the payment arrives. */
export function OrderCardForm({
  orderId,
  total,
  payment: { kept: amountPaid, lastTry },
  paymentStatus,
  blockedReason,
  bar,
  save,
  refresh,
}: OrderCardFormProps) {
  return (
    <PayBarContext value={{ element: bar }}>
      <CardForm
        // Another total needs another payment.
        key={total}
        amount={total - amountPaid}
        paymentState={paymentStateOf(paymentStatus)}
        {...{ blockedReason, refresh, lastTry }}
        createIntent={createIntent}
      />
    </PayBarContext>
  );

  async function createIntent(saveCard: boolean) {
    await save();
    const intent = await call(createOrderIntent, { body: { orderId, seenTotal: total, saveCard } });
    // The order now contains its bill: edits beside the card form must be based on that version.
    await refresh().catch(() => undefined);
    return intent;
  }
}
