import { z } from 'zod';
import { setSpecimenDiscount } from '#db/api/billing/price-adjustments.ts';
import { SpecimenDiscountForm } from '#db/billing/adjustments/adjustment-form.ts';
import type { ShownOrder } from '#db/ordering/orders/shown-order.ts';
import type { NamedOrder } from '#db/values/order-name.ts';
import { useCallMutation } from '#pwa/api/use-call.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { orderTitle } from '#pwa/format/names.ts';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { FormDialog } from '#pwa/ui/form/form.tsx';
import { fieldOf } from '#pwa/ui/form/schema-field.tsx';
import {
  AmountText,
  LabReason,
  PRICE_FAMILIES,
  parseAmountForm,
  useReadPricesAgain,
} from './use-adjustments.ts';

const DiscountDraft = z
  .object({ discountPerSpecimen: AmountText, reason: LabReason })
  .transform((draft, context) =>
    parseAmountForm(SpecimenDiscountForm, draft, 'discountPerSpecimen', context),
  );
const DiscountField = fieldOf<typeof DiscountDraft>();

interface SpecimenDiscountDialogProps {
  order: Pick<ShownOrder, 'id' | 'discountPerSpecimen'> & NamedOrder;
  open: boolean;
  onClose(): void;
}

/** Enters the discount per specimen of a draft; it is decided when the order is submitted. */
export function SpecimenDiscountDialog({ order, open, onClose }: SpecimenDiscountDialogProps) {
  const readAgain = useReadPricesAgain();
  const { mutateAsync } = useCallMutation(setSpecimenDiscount, {
    invalidates: PRICE_FAMILIES,
    onSuccess: ({ message }) => toast.success(message || 'The discount is saved'),
  });
  const save = async (form: z.infer<typeof SpecimenDiscountForm>): Promise<void> => {
    await mutateAsync({ body: { orderId: order.id, ...form } }, { onError: readAgain });
    onClose();
  };
  return (
    <FormDialog
      open={open}
      title={`Discount on each specimen: ${orderTitle(order)}`}
      submitLabel="Discount on each specimen"
      schema={DiscountDraft}
      onSubmit={save}
      onClose={onClose}
    >
      <p className="text-ink-soft">
        {order.discountPerSpecimen > 0
          ? `${formatMoney(order.discountPerSpecimen)} is taken off each specimen now. Enter 0 to take that back.`
          : 'Taken off the price of every specimen, however many are ordered in the end.'}
      </p>
      <DiscountField name="discountPerSpecimen" label="Taken off each specimen" required />
      <DiscountField name="reason" required />
    </FormDialog>
  );
}
