import { useWatch } from 'react-hook-form';
import { PRICE_ADJUSTMENT_TYPE, PRICE_ADJUSTMENT_TYPES } from '#db/billing/price-adjustment-type.ts';
import type { ShownAdjustment } from '#db/billing/shown-prices.ts';
import type { ShownOrder } from '#db/ordering/shown-order.ts';
import { changeText } from '#pwa/format/adjustments.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { Form } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { NumberInput } from '#pwa/ui/form/number-input.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { SubmitButton } from '#pwa/ui/form/submit-button.tsx';
import { TextArea } from '#pwa/ui/form/text-area.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { errorText } from '../use-prices.ts';
import { type AdjustmentDraft, AdjustmentDraftSchema, NO_ADJUSTMENT, totalWith } from './adjustment-draft.ts';
import { useAdjustmentOperation } from './use-adjustments.ts';

type Priced = Pick<ShownOrder, 'id' | 'orderNumber' | 'status' | 'subtotal' | 'total'>;
type Rows = readonly ShownAdjustment[];

/** The resulting total of the current input. */
function Becomes({ order, rows }: { order: Priced; rows: Rows }) {
  const draft = useWatch<AdjustmentDraft>() as AdjustmentDraft;
  if (order.status === 'DRAFT')
    return <p role="status">The order has no price yet. It is worked out when the order is submitted.</p>;
  const after = totalWith(order.subtotal, rows, { ...NO_ADJUSTMENT, ...draft });
  return (
    <p role="status" className="rounded-md bg-sunken p-3 tabular-nums">
      {after === null ? (
        `The total is ${formatMoney(order.total)}. Enter how much to see what it becomes.`
      ) : (
        <>
          {'Total if approved: '}
          <strong className="whitespace-nowrap">{changeText({ before: order.total, after })}</strong>
        </>
      )}
    </p>
  );
}

function Size() {
  const type = useWatch<AdjustmentDraft, 'type'>({ name: 'type' });
  return type === 'DISCOUNT_PERCENT' ? (
    <FormField name="percent" label="Percent" required empty="">
      {(control) => <NumberInput {...control} decimal unit="%" />}
    </FormField>
  ) : (
    <FormField name="amount" label="Amount" required empty="">
      {(control) => <NumberInput {...control} decimal unit="USD" />}
    </FormField>
  );
}

function Fields() {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField name="type" label="Type" required empty="">
          {(control) => (
            <Select<string>
              {...control}
              options={PRICE_ADJUSTMENT_TYPES.map((value) => ({
                value,
                label: PRICE_ADJUSTMENT_TYPE[value],
              }))}
            />
          )}
        </FormField>
        <Size />
      </div>
      <FormField name="label" label="What it is for" required empty="" hint="Stands on the invoice.">
        {(control) => <TextInput {...control} maxLength={100} />}
      </FormField>
      <FormField name="reason" label="Reason" required empty="" hint="Not shown to customers.">
        {(control) => <TextArea {...control} maxLength={500} />}
      </FormField>
    </>
  );
}

interface ProposeDialogProps {
  order: Priced;
  /** The existing adjustments of the order. */
  rows: Rows;
  open: boolean;
  onClose(): void;
}

/** Proposes a discount or fee, with the resulting total in view. */
export function ProposeDialog({ order, rows, open, onClose }: ProposeDialogProps) {
  const operation = useAdjustmentOperation();
  const close = () => {
    operation.reset();
    onClose();
  };
  return (
    <Dialog open={open} title={`Propose adjustment: ${order.orderNumber}`} onClose={close}>
      <Form
        schema={AdjustmentDraftSchema}
        defaults={NO_ADJUSTMENT}
        onSubmit={(adjustment) =>
          operation
            .mutateAsync({ action: 'propose', orderId: order.id, adjustment })
            .then(close, () => undefined)
        }
      >
        {operation.error && <Notice tone="danger" title={errorText(operation.error)} />}
        <Fields />
        <Becomes order={order} rows={rows} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={close}>Back</Button>
          <SubmitButton>Propose adjustment</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
