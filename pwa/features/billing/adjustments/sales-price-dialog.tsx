import { useState } from 'react';
import { setSalesPrice } from '#db/api/billing/price-adjustments.ts';
import { SalesPriceForm } from '#db/billing/adjustments/adjustment-form.ts';
import type { ShownOrder } from '#db/ordering/orders/shown-order.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCallMutation } from '#pwa/api/use-call.ts';
import { centsOf } from '#pwa/features/billing/prices/price-rows.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { OperationDialog } from '#pwa/ui/dialog/operation-dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { NumberInput } from '#pwa/ui/form/number-input.tsx';
import { TextArea } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { PRICE_FAMILIES, useReadPricesAgain, useValidatedSubmit } from './use-adjustments.ts';

type Sold = Pick<ShownOrder, 'id' | 'orderNumber'> & {
  specimens: readonly Pick<
    ShownOrder['specimens'][number],
    'id' | 'requisitionNumber' | 'customerSampleId' | 'status' | 'salesPrice'
  >[];
};

interface SalesPriceDialogProps {
  order: Sold;
  open: boolean;
  onClose(): void;
}

const count = (specimens: number): string => (specimens === 1 ? '1 specimen' : `${specimens} specimens`);

/** Sets another price for selected specimens of an order, with a reason that only the lab sees. */
export function SalesPriceDialog({ order, open, onClose }: SalesPriceDialogProps) {
  const specimens = order.specimens.filter(({ status }) => status !== 'CANCELED');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [price, setPrice] = useState('');
  const [reason, setReason] = useState('');
  const readAgain = useReadPricesAgain();
  const operation = useCallMutation(setSalesPrice, {
    invalidates: PRICE_FAMILIES,
    onSuccess: () => toast.success('The price is changed'),
  });
  const read = SalesPriceForm.safeParse({ specimenIds: [...selected], salesPrice: centsOf(price), reason });
  const { problem, confirm } = useValidatedSubmit(read, (form) =>
    operation.mutate({ body: { orderId: order.id, ...form } }, { onSuccess: onClose, onError: readAgain }),
  );
  const toggle = (id: string, on: boolean): void => {
    const next = new Set(selected);
    if (on) next.add(id);
    else next.delete(id);
    setSelected(next);
  };
  const all = selected.size === specimens.length;
  return (
    <OperationDialog
      open={open}
      actionLabel="Change price of specimens"
      of={order.orderNumber}
      busy={operation.isPending}
      problem={operation.error ? errorText(operation.error) : null}
      onConfirm={confirm}
      onClose={onClose}
    >
      <fieldset className="min-w-0">
        <legend className="mb-1 font-medium text-sm">Which specimens</legend>
        {problem('specimenIds') && <Notice tone="danger" title={problem('specimenIds') ?? ''} />}
        <Checkbox
          value={all}
          onChange={(on) => setSelected(new Set(on ? specimens.map(({ id }) => id) : []))}
          label={`All ${count(specimens.length)}`}
        />
        <ul aria-label="Specimens" className="max-h-60 overflow-y-auto border-line border-t">
          {specimens.map(({ id, requisitionNumber, customerSampleId, salesPrice }) => (
            <li key={id} className="flex items-center justify-between gap-3 border-line border-b">
              <Checkbox
                value={selected.has(id)}
                onChange={(on) => toggle(id, on)}
                label={
                  <span>
                    <span className="code">{requisitionNumber}</span>
                    <span className="block text-ink-soft text-sm">{customerSampleId}</span>
                  </span>
                }
              />
              <span className="tabular-nums">{formatMoney(salesPrice)}</span>
            </li>
          ))}
        </ul>
      </fieldset>
      <Field label="New price of each" required error={problem('salesPrice')}>
        {(control) => <NumberInput {...control} decimal unit="USD" value={price} onChange={setPrice} />}
      </Field>
      <Field label="Reason" required hint="Not shown to customers." error={problem('reason')}>
        {(control) => <TextArea {...control} value={reason} onChange={setReason} maxLength={1000} />}
      </Field>
    </OperationDialog>
  );
}
