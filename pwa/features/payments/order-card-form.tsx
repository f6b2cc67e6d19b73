import type { DraftPayment } from '#db/billing/card-try.ts';
import type { InvoiceStatus } from '#db/billing/invoice-status.ts';
import { CardForm } from './card-form.tsx';
import { createOrderIntent } from './payment-client.ts';
import { paymentStateOf } from './payment-state.ts';

interface OrderCardFormProps {
  orderId: string;
  /** What the order costs as it is shown, in whole cents. */
  total: number;
  /** What was paid of it before, and how the last try ended. */
  payment: DraftPayment;
  paymentStatus: InvoiceStatus;
  blockedReason: string | null;
  /** What is saved before the order is paid; false stays. */
  save(): Promise<boolean>;
  refresh(): Promise<unknown>;
}

/** Pays for a draft; the server submits it when the money has come. */
export function OrderCardForm({
  orderId,
  total,
  payment: { kept: amountPaid, lastTry },
  paymentStatus,
  blockedReason,
  save,
  refresh,
}: OrderCardFormProps) {
  return (
    <CardForm
      amount={total - amountPaid}
      paymentState={paymentStateOf(paymentStatus)}
      {...{ blockedReason, refresh, lastTry }}
      createIntent={createIntent}
    />
  );

  async function createIntent() {
    await save();
    const intent = await createOrderIntent(orderId, total);
    // The order now carries its bill: what is changed beside the card form is changed on that.
    await refresh().catch(() => undefined);
    return intent;
  }
}
