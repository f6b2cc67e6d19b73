import { useController } from 'react-hook-form';
import { z } from 'zod';
import { setSalesPrice } from '#db/api/billing/price-adjustments.ts';
import { SalesPriceForm } from '#db/billing/adjustments/adjustment-form.ts';
import type { ShownOrder } from '#db/ordering/orders/shown-order.ts';
import type { NamedOrder } from '#db/values/order-name.ts';
import { useCallMutation } from '#pwa/api/use-call.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { orderTitle } from '#pwa/format/names.ts';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { FormDialog } from '#pwa/ui/form/form.tsx';
import { fieldOf } from '#pwa/ui/form/schema-field.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import {
  AmountText,
  LabReason,
  PRICE_FAMILIES,
  parseAmountForm,
  useReadPricesAgain,
} from './use-adjustments.ts';

type Sold = Pick<ShownOrder, 'id'> &
  NamedOrder & {
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

const SalesPriceDraft = z
  .object({ specimenIds: z.array(z.string()), salesPrice: AmountText, reason: LabReason })
  .transform((draft, context) => parseAmountForm(SalesPriceForm, draft, 'salesPrice', context));
const SalesPriceField = fieldOf<typeof SalesPriceDraft>();

/** The specimens of the new price, with the price of each now. */
function SpecimenChoice({ specimens }: Pick<Sold, 'specimens'>) {
  const { field, fieldState } = useController<z.input<typeof SalesPriceDraft>, 'specimenIds'>({
    name: 'specimenIds',
  });
  const selected = new Set(field.value);
  const toggle = (id: string, on: boolean): void => {
    const next = new Set(selected);
    if (on) next.add(id);
    else next.delete(id);
    field.onChange([...next]);
  };
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-medium text-sm">Which specimens</legend>
      {fieldState.error && <Notice tone="danger" title={fieldState.error.message ?? ''} />}
      <Checkbox
        value={selected.size === specimens.length}
        onChange={(on) => field.onChange(on ? specimens.map(({ id }) => id) : [])}
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
  );
}

/** Sets another price for selected specimens of an order, with a reason that only the lab sees. */
export function SalesPriceDialog({ order, open, onClose }: SalesPriceDialogProps) {
  const readAgain = useReadPricesAgain();
  const { mutateAsync } = useCallMutation(setSalesPrice, {
    invalidates: PRICE_FAMILIES,
    onSuccess: () => toast.success('The price is changed'),
  });
  const save = async (form: z.infer<typeof SalesPriceForm>): Promise<void> => {
    await mutateAsync({ body: { orderId: order.id, ...form } }, { onError: readAgain });
    onClose();
  };
  return (
    <FormDialog
      open={open}
      title={`Change price of specimens: ${orderTitle(order)}`}
      submitLabel="Change price of specimens"
      schema={SalesPriceDraft}
      defaults={{ specimenIds: [] }}
      onSubmit={save}
      onClose={onClose}
    >
      <SpecimenChoice specimens={order.specimens.filter(({ status }) => status !== 'CANCELED')} />
      <SalesPriceField name="salesPrice" label="New price of each" required />
      <SalesPriceField name="reason" required />
    </FormDialog>
  );
}
