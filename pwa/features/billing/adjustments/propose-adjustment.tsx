import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { proposeAdjustment } from '#db/api/billing/price-adjustments.ts';
import { PRICE_ADJUSTMENT_TYPE, PRICE_ADJUSTMENT_TYPES } from '#db/billing/adjustments/price-adjustment.ts';
import { type AdjustmentRow, orderTotals } from '#db/billing/invoices/order-totals.ts';
import { AdjustmentForm } from '#db/billing/prices/price-form.ts';
import type { ShownAdjustment } from '#db/billing/prices/shown-prices.ts';
import type { ShownOrder } from '#db/ordering/orders/shown-order.ts';
import type { NamedOrder } from '#db/values/order-name.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCallMutation } from '#pwa/api/use-call.ts';
import { bpsOf, centsOf } from '#pwa/features/billing/prices/price-rows.ts';
import { changeText, formatMoney } from '#pwa/format/money.ts';
import { orderTitle } from '#pwa/format/names.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Form, SubmitButton } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { NumberInput } from '#pwa/ui/form/number-input.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { TextArea, TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { PRICE_FAMILIES, useReadPricesAgain } from './use-adjustments.ts';

/** A discount or fee as form values. */
interface AdjustmentDraft extends Record<string, unknown> {
  type: string;
  percent: string;
  amount: string;
  label: string;
  reason: string;
}
const NO_ADJUSTMENT: AdjustmentDraft = {
  type: 'DISCOUNT_PERCENT',
  percent: '',
  amount: '',
  label: '',
  reason: '',
};

const sizeOf = ({ type, percent, amount }: AdjustmentDraft) =>
  type === 'DISCOUNT_PERCENT' ? { percentBps: bpsOf(percent) } : { amount: centsOf(amount) };

/** Parse the form values into a request. */
const AdjustmentDraftSchema = z.custom<AdjustmentDraft>().transform((draft, context): AdjustmentForm => {
  const { type, label, reason } = draft;
  const parsed = AdjustmentForm.safeParse({ type, label, reason, ...sizeOf(draft) });
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues)
    context.addIssue({
      code: 'custom',
      path: path[0] === 'percentBps' ? ['percent'] : path.slice(0, 1),
      message,
    });
  return z.NEVER;
});

/** Compute the order total if the input were approved; null without a valid amount. */
export function totalWith(
  subtotal: number,
  rows: readonly AdjustmentRow[],
  draft: AdjustmentDraft,
): number | null {
  // The calculation does not need the texts.
  const parsed = AdjustmentDraftSchema.safeParse({ ...draft, label: '-', reason: '-' });
  if (!parsed.success) return null;
  const requested = { percentBps: null, amount: null, ...parsed.data };
  const order = Math.max(0, ...rows.map((row) => row.order)) + 1;
  const added: AdjustmentRow = { ...requested, id: 'asked', order, status: 'APPROVED', deleted: false };
  return orderTotals([subtotal], [...rows, added]).total;
}

type Priced = Pick<ShownOrder, 'id' | 'status' | 'subtotal' | 'total'> & NamedOrder;
type Rows = readonly ShownAdjustment[];

/** The resulting total of the current input. */
function Becomes({ order, rows }: { order: Priced; rows: Rows }) {
  const draft = useWatch<AdjustmentDraft>() as AdjustmentDraft;
  if (order.status === 'DRAFT')
    return (
      <p role="status">The order has no price yet. The price is calculated when the order is submitted.</p>
    );
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
      <FormField name="label" label="What it is for" required empty="" hint="Shown on the invoice.">
        {(control) => <TextInput {...control} maxLength={100} />}
      </FormField>
      <FormField name="reason" label="Reason" required empty="" hint="Not shown to customers.">
        {(control) => <TextArea {...control} maxLength={500} />}
      </FormField>
    </>
  );
}

/** Proposes an adjustment of an order; `propose` resolves when it is saved and `close` was called. */
function useProposal(orderId: string, onClose: () => void) {
  const readAgain = useReadPricesAgain();
  const { mutateAsync, reset, error } = useCallMutation(proposeAdjustment, {
    invalidates: PRICE_FAMILIES,
    onSuccess: ({ message }) => toast.success(message || 'Adjustment added'),
  });
  const close = () => {
    reset();
    onClose();
  };
  const propose = (adjustment: AdjustmentForm) =>
    mutateAsync({ body: { orderId, adjustment } }).then(close, readAgain);
  return { propose, close, error };
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
  const { propose, close, error } = useProposal(order.id, onClose);
  return (
    <Dialog open={open} title={`Propose adjustment: ${orderTitle(order)}`} onClose={close}>
      <Form schema={AdjustmentDraftSchema} defaults={NO_ADJUSTMENT} onSubmit={propose}>
        {error && <Notice tone="danger" title={errorText(error)} />}
        <Fields />
        <Becomes order={order} rows={rows} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={close}>Cancel</Button>
          <SubmitButton>Propose adjustment</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}

const INTAKE = { ...NO_ADJUSTMENT, type: 'FEE', label: 'Intake fee' };

interface IntakeFeeDialogProps {
  order: Pick<ShownOrder, 'id'> & NamedOrder;
  open: boolean;
  onClose(): void;
}

/** Charges for received material of an order that was canceled before work on it began. */
export function IntakeFeeDialog({ order, open, onClose }: IntakeFeeDialogProps) {
  const { propose, close, error } = useProposal(order.id, onClose);
  return (
    <Dialog open={open} title={`Charge intake fee: ${orderTitle(order)}`} onClose={close}>
      <Form schema={AdjustmentDraftSchema} defaults={INTAKE} onSubmit={propose}>
        {error && <Notice tone="danger" title={errorText(error)} />}
        <p>The order was canceled after receipt. The fee is added to an invoice to issue.</p>
        <FormField name="amount" label="Amount" required empty="">
          {(control) => <NumberInput {...control} decimal unit="USD" />}
        </FormField>
        <FormField name="label" label="What it is for" required empty="" hint="Shown on the invoice.">
          {(control) => <TextInput {...control} maxLength={100} />}
        </FormField>
        <FormField name="reason" label="Reason" required empty="" hint="Not shown to customers.">
          {(control) => <TextArea {...control} maxLength={500} />}
        </FormField>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={close}>Cancel</Button>
          <SubmitButton>Charge intake fee</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
