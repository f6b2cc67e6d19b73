import { MESSAGES } from '#db/errors/messages.ts';
import { KitCount, MAX_KITS } from '#db/ordering/collection-kits.ts';
import { ORDER_STATUS } from '#db/ordering/order-status.ts';
import { overridesFrom } from '#db/ordering/override-to.ts';
import type { ShownOrder } from '#db/ordering/shown-order.ts';
import { Field } from '#pwa/ui/form/field.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { TextArea } from '#pwa/ui/form/text-area.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import type { OrderActWords } from './order-act-words.ts';
import { OverridePreview, unfinishedOf } from './override-preview.tsx';

/** What is filled into the window of an act. */
export interface ActInput {
  reason: string;
  status: string;
  carrier: string;
  trackingNumber: string;
  kitCount: string;
}
export const NO_INPUT: ActInput = {
  reason: '',
  status: '',
  carrier: '',
  trackingNumber: '',
  kitCount: '',
};

/** What is still missing, by field. */
export function missingInput(asks: OrderActWords['asks'], input: ActInput): Partial<ActInput> {
  const missing: Partial<ActInput> = {};
  if ((asks === 'reason' || asks === 'status') && input.reason.trim() === '')
    missing.reason = MESSAGES.reasonRequired;
  if (asks === 'status' && input.status === '') missing.status = 'Choose a status.';
  const kits = asks === 'kits' ? KitCount.safeParse(Number(input.kitCount)) : null;
  if (kits && !kits.success) missing.kitCount = `Enter how many, from 1 to ${MAX_KITS}.`;
  return missing;
}

/** What the server is sent. */
export function dataOf(
  asks: OrderActWords['asks'],
  input: ActInput,
  order: Pick<ShownOrder, 'specimens' | 'repeats'>,
): Record<string, string | number | string[]> {
  const { reason, status, carrier, trackingNumber, kitCount } = input;
  if (asks === 'kits') return { kitCount: Number(kitCount) };
  if (asks === 'parcel') return { carrier: carrier.trim(), trackingNumber: trackingNumber.trim() };
  if (asks === 'status')
    return {
      status,
      reason: reason.trim(),
      ...(status === 'PENDING_COMPLETION'
        ? { unfinished: unfinishedOf(order).map(({ row }) => row.id) }
        : {}),
    };
  if (asks === 'optional reason' && reason.trim() === '') return {};
  return asks === 'reason' || asks === 'optional reason' ? { reason: reason.trim() } : {};
}

interface ActFieldsProps {
  order: Pick<ShownOrder, 'status' | 'specimens' | 'repeats'>;
  asks: OrderActWords['asks'];
  input: ActInput;
  missing: Partial<ActInput>;
  onChange(input: ActInput): void;
}

/** The fields of an act: a reason, a parcel, a status, a number of kits, or none. */
export function ActFields({ order, asks, input, missing, onChange }: ActFieldsProps) {
  const set = (name: keyof ActInput) => (value: string) => onChange({ ...input, [name]: value });
  return (
    <>
      {asks === 'status' && (
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
      {asks === 'status' && <OverridePreview order={order} status={input.status} />}
      {asks === 'kits' && (
        <Field label="Kits" required error={missing.kitCount}>
          {(control) => (
            <TextInput {...control} inputMode="numeric" value={input.kitCount} onChange={set('kitCount')} />
          )}
        </Field>
      )}
      {asks === 'parcel' && (
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
      {(asks === 'reason' || asks === 'status' || asks === 'optional reason') && (
        <Field label="Reason" required={asks !== 'optional reason'} error={missing.reason}>
          {(control) => (
            <TextArea {...control} value={input.reason} onChange={set('reason')} maxLength={500} />
          )}
        </Field>
      )}
    </>
  );
}
