import type { DraftPayment } from '#db/billing/card-try.ts';
import type { InvoiceStatus } from '#db/billing/invoice-status.ts';
import { CardForm } from './card-form.tsx';
import { askForOrder } from './payment-client.ts';
import { paymentStandOf } from './payment-stand.ts';

interface OrderCardFormProps {
  orderId: string;
  /** What the order costs as it is shown, in whole cents. */
  total: number;
  /** What was paid of it before, and how the last try ended. */
  payment: DraftPayment;
  paymentStatus: InvoiceStatus;
  notYet: string | null;
  /** What is saved before the order is paid; false stays. */
  save(): Promise<boolean>;
  look(): Promise<unknown>;
}

/** Pays for a draft; the server submits it when the money has come. */
export function OrderCardForm({
  orderId,
  total,
  payment: { kept, lastTry },
  paymentStatus,
  notYet,
  save,
  look,
}: OrderCardFormProps) {
  return (
    <CardForm
      amount={total - kept}
      stand={paymentStandOf(paymentStatus)}
      {...{ notYet, look, lastTry }}
      ask={ask}
    />
  );

  async function ask() {
    await save();
    const asked = await askForOrder(orderId, total);
    // The order now carries its bill: what is changed beside the card form is changed on that.
    await look().catch(() => undefined);
    return asked;
  }
}
