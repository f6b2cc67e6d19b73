import { useState } from 'react';
import { SpecimenDiscountForm } from '#db/billing/set-specimen-discount.ts';
import type { ShownOrder } from '#db/ordering/shown-order.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { Field } from '#pwa/ui/form/field.tsx';
import { NumberInput } from '#pwa/ui/form/number-input.tsx';
import { TextArea } from '#pwa/ui/form/text-area.tsx';
import { OperationDialog } from '#pwa/ui/operation-dialog.tsx';
import { centsOf } from '../typed-money.ts';
import { errorText } from '../use-prices.ts';
import { useSpecimenDiscount } from './use-specimen-discount.ts';
import { useValidatedSubmit } from './use-validated-submit.ts';

interface SpecimenDiscountDialogProps {
  order: Pick<ShownOrder, 'id' | 'orderNumber' | 'discountPerSpecimen'>;
  open: boolean;
  onClose(): void;
}

/** Enters the discount per specimen of a draft; it is decided when the order is submitted. */
export function SpecimenDiscountDialog({ order, open, onClose }: SpecimenDiscountDialogProps) {
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const operation = useSpecimenDiscount(order.id);
  const read = SpecimenDiscountForm.safeParse({ discountPerSpecimen: centsOf(amount), reason });
  const { problem, confirm } = useValidatedSubmit(read, operation, onClose);
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
