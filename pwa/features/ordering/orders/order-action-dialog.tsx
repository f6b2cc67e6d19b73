import { useState } from 'react';
import {
  addKits,
  cancelReceivedOrder,
  closeOrder,
  deleteOrder,
  holdOrder,
  overrideOrder,
  releaseOrder,
} from '#db/api/ordering/lab-orders.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { type UnfinishedSpecimen, unfinishedAmong } from '#db/ordering/orders/finished-specimens.ts';
import {
  ORDER_ACTIONS,
  type OrderActionName,
  type OverrideTo,
  overridesFrom,
} from '#db/ordering/orders/order-actions.ts';
import { ORDER_STATUS } from '#db/ordering/orders/order-status.ts';
import type { ShownOrder } from '#db/ordering/orders/shown-order.ts';
import { KitCount, MAX_KITS } from '#db/ordering/shipments/collection-kits.ts';
import { call } from '#pwa/api/call.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { ORDER_CALLS, useOrderOperation } from '#pwa/features/ordering/order-calls.ts';
import type { Viewer } from '#pwa/features/ordering/viewer.ts';
import { OperationDialog } from '#pwa/ui/dialog/operation-dialog.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { TextArea, TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { ORDER_ACTION_TEXTS, type OrderActionTexts } from './order-action-texts.ts';

type Row = ShownOrder['specimens'][number];
type ForcedOrder = Pick<ShownOrder, 'specimens' | 'repeats'>;

/** List the specimens that keep an order from completion. */
const unfinishedOf = ({ specimens, repeats }: ForcedOrder): UnfinishedSpecimen<Row>[] =>
  unfinishedAmong(specimens.map((row) => ({ ...row, repeated: repeats[row.id] !== undefined })));

/** Shows before confirmation what forcing completion ends, specimen by specimen. */
function OverridePreview({ order, status }: { order: ForcedOrder; status: string }) {
  if (status !== 'PENDING_COMPLETION') return null;
  const unfinished = unfinishedOf(order);
  if (unfinished.length === 0)
    return (
      <Notice tone="info" title="All specimens are finished. The order waits to be billed and closed." />
    );
  return (
    <section aria-labelledby="override-preview" className="flex flex-col gap-2">
      <h3 id="override-preview" className="font-semibold">
        {unfinished.length === 1
          ? '1 specimen is not finished'
          : `${unfinished.length} specimens are not finished`}
      </h3>
      <ul className="max-h-60 divide-y divide-line overflow-y-auto rounded-md border border-line">
        {unfinished.map(({ row, hindrance, outcome }) => (
          <li key={row.id} className="px-3 py-2 text-sm">
            <span className="wrap-anywhere font-medium">{row.customerSampleId}</span>
            <span className="text-ink-soft">{` · ${hindrance}`}</span>
            <span className="block">{outcome}</span>
          </li>
        ))}
      </ul>
      <p className="text-sm">
        These specimens end now and cannot be opened again. The invoice is worked out anew and waits to be
        issued.
      </p>
    </section>
  );
}

/** The input of an action's dialog. */
interface ActionInput {
  reason: string;
  status: OverrideTo | '';
  carrier: string;
  trackingNumber: string;
  kitCount: string;
}
const CHOOSE_STATUS = 'Choose a status.';
const NO_INPUT: ActionInput = {
  reason: '',
  status: '',
  carrier: '',
  trackingNumber: '',
  kitCount: '',
};

/** What is missing, by field. */
type MissingInput = Partial<Record<keyof ActionInput, string>>;

/** List missing input by field. */
function missingInput(inputKind: OrderActionTexts['inputKind'], input: ActionInput): MissingInput {
  const missing: MissingInput = {};
  if ((inputKind === 'reason' || inputKind === 'status') && input.reason.trim() === '')
    missing.reason = MESSAGES.reasonRequired;
  if (inputKind === 'status' && input.status === '') missing.status = CHOOSE_STATUS;
  const kits = inputKind === 'kits' ? KitCount.safeParse(Number(input.kitCount)) : null;
  if (kits && !kits.success) missing.kitCount = `Enter how many, from 1 to ${MAX_KITS}.`;
  return missing;
}

/** The actions of this dialog; a confirmation of specimens has its own. */
type DialogActionName = Exclude<OrderActionName, 'confirm-registration'>;

interface RequestedAction {
  order: Pick<ShownOrder, 'id' | 'specimens' | 'repeats'>;
  family: Viewer['family'];
  input: ActionInput;
}

/** Send an action with its input, which is complete. */
function sendAction(name: DialogActionName, { order, family, input }: RequestedAction): Promise<unknown> {
  const params = { id: order.id };
  const reason = input.reason.trim();
  const { status } = input;
  switch (name) {
    case 'mark-order-shipped': {
      const body = { carrier: input.carrier.trim(), trackingNumber: input.trackingNumber.trim() };
      return call(ORDER_CALLS[family].markShipped, { params, body });
    }
    case 'cancel-order':
      return call(ORDER_CALLS[family].cancel, { params, body: { reason } });
    case 'add-kits':
      return call(addKits, { params, body: { kitCount: Number(input.kitCount) } });
    case 'hold-order':
      return call(holdOrder, { params, body: { reason } });
    case 'release-order':
      return call(releaseOrder, { params, body: reason === '' ? {} : { reason } });
    case 'close-order':
      return call(closeOrder, { params, body: {} });
    case 'override-cancel-order':
      return call(cancelReceivedOrder, { params, body: { reason } });
    case 'delete-order':
      return call(deleteOrder, { params, body: { reason } });
    case 'override-order': {
      if (status === '') throw new AppError('VALIDATION', CHOOSE_STATUS);
      const unfinishedIds =
        status === 'PENDING_COMPLETION' ? unfinishedOf(order).map(({ row }) => row.id) : null;
      return call(overrideOrder, {
        params,
        body: { status, reason, ...(unfinishedIds ? { unfinished: unfinishedIds } : {}) },
      });
    }
  }
}

interface ActionFieldsProps {
  order: Pick<ShownOrder, 'status' | 'specimens' | 'repeats'>;
  inputKind: OrderActionTexts['inputKind'];
  input: ActionInput;
  missing: MissingInput;
  onChange(input: ActionInput): void;
}

/** The fields of an action: a reason, a shipment, a status, a number of kits, or none. */
function ActionFields({ order, inputKind, input, missing, onChange }: ActionFieldsProps) {
  const set = (changes: Partial<ActionInput>) => onChange({ ...input, ...changes });
  return (
    <>
      {inputKind === 'status' && (
        <Field label="New status" required error={missing.status}>
          {(control) => (
            <Select<OverrideTo>
              {...control}
              value={input.status}
              onChange={(status) => set({ status })}
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
            <TextInput
              {...control}
              inputMode="numeric"
              value={input.kitCount}
              onChange={(kitCount) => set({ kitCount })}
            />
          )}
        </Field>
      )}
      {inputKind === 'parcel' && (
        <>
          <Field label="Carrier">
            {(control) => (
              <TextInput
                {...control}
                value={input.carrier}
                onChange={(carrier) => set({ carrier })}
                maxLength={60}
              />
            )}
          </Field>
          <Field label="Tracking number">
            {(control) => (
              <TextInput
                {...control}
                code
                value={input.trackingNumber}
                onChange={(trackingNumber) => set({ trackingNumber })}
                maxLength={60}
              />
            )}
          </Field>
        </>
      )}
      {(inputKind === 'reason' || inputKind === 'status' || inputKind === 'optional reason') && (
        <Field label="Reason" required={inputKind !== 'optional reason'} error={missing.reason}>
          {(control) => (
            <TextArea
              {...control}
              value={input.reason}
              onChange={(reason) => set({ reason })}
              maxLength={500}
            />
          )}
        </Field>
      )}
    </>
  );
}

interface ActionDialogProps {
  order: ShownOrder;
  family: Viewer['family'];
  /** Null closes the dialog. */
  name: DialogActionName | null;
  onClose(): void;
  /** Called after an action that deletes the order. */
  onRemoved(): void;
}

/** Asks for confirmation and input before an action; stays open with the input when the server refuses. */
export function ActionDialog({ order, family, name, onClose, onRemoved }: ActionDialogProps) {
  const [input, setInput] = useState<ActionInput>(NO_INPUT);
  const [isSubmitted, setIsSubmitted] = useState(false);
  // The last action stays rendered while the dialog closes.
  const [last, setLast] = useState<DialogActionName>('hold-order');
  if (name !== null && name !== last) setLast(name);
  const operation = useOrderOperation();
  const { explanation, done, inputKind, danger, removesOrder } = ORDER_ACTION_TEXTS[last];
  const { title } = ORDER_ACTIONS[last];
  const missing = missingInput(inputKind, input);
  const leave = () => {
    setInput(NO_INPUT);
    setIsSubmitted(false);
    operation.reset();
    onClose();
  };
  const confirm = () => {
    setIsSubmitted(true);
    if (Object.keys(missing).length > 0) return;
    operation.mutate(
      { send: () => sendAction(last, { order, family, input }), done },
      {
        onSuccess: () => {
          leave();
          if (removesOrder) onRemoved();
        },
      },
    );
  };
  return (
    <OperationDialog
      open={name !== null}
      actionLabel={title}
      of={order.orderNumber}
      danger={danger}
      busy={operation.isPending}
      problem={operation.error ? errorText(operation.error) : null}
      onConfirm={confirm}
      onClose={leave}
    >
      <p>{explanation}</p>
      <ActionFields
        {...{ order, inputKind, input }}
        missing={isSubmitted ? missing : {}}
        onChange={setInput}
      />
    </OperationDialog>
  );
}
