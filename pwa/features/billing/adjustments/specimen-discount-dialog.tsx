import { useState } from 'react';
import { setSpecimenDiscount } from '#db/api/billing/price-adjustments.ts';
import { SpecimenDiscountForm } from '#db/billing/adjustments/adjustment-form.ts';
import type { ShownOrder } from '#db/ordering/orders/shown-order.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCallMutation } from '#pwa/api/use-call.ts';
import { centsOf } from '#pwa/features/billing/prices/price-rows.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { OperationDialog } from '#pwa/ui/dialog/operation-dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { NumberInput } from '#pwa/ui/form/number-input.tsx';
import { TextArea } from '#pwa/ui/form/text-input.tsx';
import { PRICE_FAMILIES, useReadPricesAgain, useValidatedSubmit } from './use-adjustments.ts';

interface SpecimenDiscountDialogProps {
  order: Pick<ShownOrder, 'id' | 'orderNumber' | 'discountPerSpecimen'>;
  open: boolean;
  onClose(): void;
}

/** Enters the discount per specimen of a draft; it is decided when the order is submitted. */
export function SpecimenDiscountDialog({ order, open, onClose }: SpecimenDiscountDialogProps) {
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const readAgain = useReadPricesAgain();
  const operation = useCallMutation(setSpecimenDiscount, {
    invalidates: PRICE_FAMILIES,
    onSuccess: ({ message }) => toast.success(message || 'The discount is saved'),
  });
  const read = SpecimenDiscountForm.safeParse({ discountPerSpecimen: centsOf(amount), reason });
  const { problem, confirm } = useValidatedSubmit(read, (form) =>
    operation.mutate({ body: { orderId: order.id, ...form } }, { onSuccess: onClose, onError: readAgain }),
  );
  return (
    <OperationDialog
      open={open}
      actionLabel="Discount on each specimen"
      of={order.orderNumber}
      busy={operation.isPending}
      problem={operation.error ? errorText(operation.error) : null}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p className="text-ink-soft">
        {order.discountPerSpecimen > 0
          ? `${formatMoney(order.discountPerSpecimen)} is taken off each specimen now. Enter 0 to take that back.`
          : 'Taken off the price of every specimen, however many are ordered in the end.'}
      </p>
      <Field label="Taken off each specimen" required error={problem('discountPerSpecimen')}>
        {(control) => <NumberInput {...control} decimal unit="USD" value={amount} onChange={setAmount} />}
      </Field>
      <Field label="Reason" required hint="Not shown to customers." error={problem('reason')}>
        {(control) => <TextArea {...control} value={reason} onChange={setReason} maxLength={1000} />}
      </Field>
    </OperationDialog>
  );
}
