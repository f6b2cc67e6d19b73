import { MESSAGES } from '#db/errors/messages.ts';
import { KitCount, MAX_KITS } from '#db/ordering/collection-kits.ts';
import { ORDER_STATUS } from '#db/ordering/order-status.ts';
import { overridesFrom } from '#db/ordering/override-to.ts';
import type { ShownOrder } from '#db/ordering/shown-order.ts';
import { Field } from '#pwa/ui/form/field.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { TextArea } from '#pwa/ui/form/text-area.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import type { OrderActionTexts } from './order-action-texts.ts';
import { OverridePreview, unfinishedOf } from './override-preview.tsx';

/** The input of an action's dialog. */
export interface ActionInput {
  reason: string;
  status: string;
  carrier: string;
  trackingNumber: string;
  kitCount: string;
}
export const NO_INPUT: ActionInput = {
  reason: '',
  status: '',
  carrier: '',
  trackingNumber: '',
  kitCount: '',
};

/** List missing input by field. */
export function missingInput(
  inputKind: OrderActionTexts['inputKind'],
  input: ActionInput,
): Partial<ActionInput> {
  const missing: Partial<ActionInput> = {};
  if ((inputKind === 'reason' || inputKind === 'status') && input.reason.trim() === '')
    missing.reason = MESSAGES.reasonRequired;
  if (inputKind === 'status' && input.status === '') missing.status = 'Choose a status.';
  const kits = inputKind === 'kits' ? KitCount.safeParse(Number(input.kitCount)) : null;
  if (kits && !kits.success) missing.kitCount = `Enter how many, from 1 to ${MAX_KITS}.`;
  return missing;
}

/** Build the request body. */
export function dataOf(
  inputKind: OrderActionTexts['inputKind'],
  input: ActionInput,
  order: Pick<ShownOrder, 'specimens' | 'repeats'>,
): Record<string, string | number | string[]> {
  const { reason, status, carrier, trackingNumber, kitCount } = input;
  if (inputKind === 'kits') return { kitCount: Number(kitCount) };
  if (inputKind === 'parcel') return { carrier: carrier.trim(), trackingNumber: trackingNumber.trim() };
  if (inputKind === 'status')
    return {
      status,
      reason: reason.trim(),
      ...(status === 'PENDING_COMPLETION'
        ? { unfinished: unfinishedOf(order).map(({ row }) => row.id) }
        : {}),
    };
  if (inputKind === 'optional reason' && reason.trim() === '') return {};
  return inputKind === 'reason' || inputKind === 'optional reason' ? { reason: reason.trim() } : {};
}

interface ActionFieldsProps {
  order: Pick<ShownOrder, 'status' | 'specimens' | 'repeats'>;
  inputKind: OrderActionTexts['inputKind'];
  input: ActionInput;
  missing: Partial<ActionInput>;
  onChange(input: ActionInput): void;
}

/** The fields of an action: a reason, a shipment, a status, a number of kits, or none. */
export function ActionFields({ order, inputKind, input, missing, onChange }: ActionFieldsProps) {
  const set = (name: keyof ActionInput) => (value: string) => onChange({ ...input, [name]: value });
  return (
    <>
      {inputKind === 'status' && (
        <Field label="New status" required error={missing.status}>
          {(control) => (
            <Select<string>
              {...control}
              value={input.status}
              onChange={set('status')}
              options={overridesFrom(order.status).map((value) => ({
                value,
                label: ORDER_STATUS[value].label,
              }))}
            />
          )}
        </Field>
      )}
      {inputKind === 'status' && <OverridePreview order={order} status={input.status} />}
      {inputKind === 'kits' && (
        <Field label="Kits" required error={missing.kitCount}>
          {(control) => (
            <TextInput {...control} inputMode="numeric" value={input.kitCount} onChange={set('kitCount')} />
          )}
        </Field>
      )}
      {inputKind === 'parcel' && (
        <>
          <Field label="Carrier">
            {(control) => (
              <TextInput {...control} value={input.carrier} onChange={set('carrier')} maxLength={60} />
            )}
          </Field>
          <Field label="Tracking number">
            {(control) => (
              <TextInput
                {...control}
                code
                value={input.trackingNumber}
                onChange={set('trackingNumber')}
                maxLength={60}
              />
            )}
          </Field>
        </>
      )}
      {(inputKind === 'reason' || inputKind === 'status' || inputKind === 'optional reason') && (
        <Field label="Reason" required={inputKind !== 'optional reason'} error={missing.reason}>
          {(control) => (
            <TextArea {...control} value={input.reason} onChange={set('reason')} maxLength={500} />
          )}
        </Field>
      )}
    </>
  );
}
