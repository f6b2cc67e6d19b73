import type { ReactNode } from 'react';
import { type FieldValues, useWatch } from 'react-hook-form';
import { z } from 'zod';
import {
  addKits,
  cancelReceivedOrder,
  closeOrder,
  deleteOrder,
  holdOrder,
  overrideOrder,
  releaseOrder,
} from '#db/api/ordering/lab-orders.ts';
import { type UnfinishedSpecimen, unfinishedAmong } from '#db/ordering/orders/finished-specimens.ts';
import { OverrideOrderArgs } from '#db/ordering/orders/order-action-args.ts';
import { ORDER_ACTIONS, type OrderActionName, overridesFrom } from '#db/ordering/orders/order-actions.ts';
import { ORDER_STATUS } from '#db/ordering/orders/order-status.ts';
import type { ShownOrder } from '#db/ordering/orders/shown-order.ts';
import { MAX_KITS } from '#db/ordering/shipments/collection-kits.ts';
import { describeField } from '#db/values/field-types.ts';
import { call } from '#pwa/api/call.ts';
import { ORDER_CALLS, useOrderOperation } from '#pwa/features/ordering/order-calls.ts';
import type { Viewer } from '#pwa/features/ordering/viewer.ts';
import { orderTitle } from '#pwa/format/names.ts';
import { CustomerReasonFields, CustomerReasonForm, withoutEmptyNote } from '#pwa/ui/form/customer-reason.tsx';
import { FormDialog } from '#pwa/ui/form/form.tsx';
import { fieldOf, optionalReason, ReasonField, ReasonForm } from '#pwa/ui/form/schema-field.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { ORDER_ACTION_TEXTS } from './order-action-texts.ts';

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
    return <Notice tone="info" title="All specimens are finished. The order is ready to bill and close." />;
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
        These specimens are closed for good. The invoice is recalculated and ready to issue.
      </p>
    </section>
  );
}

const OverrideForm = z.object({
  status: describeField(OverrideOrderArgs.shape.status, {
    label: 'New status',
    message: 'Choose a status.',
  }),
  ...CustomerReasonForm.shape,
});
const OverrideField = fieldOf<typeof OverrideForm>();

const KIT_COUNT_MESSAGE = `Enter how many, from 1 to ${MAX_KITS}.`;
const KitsForm = z.object({
  kitCount: describeField(
    z.int(KIT_COUNT_MESSAGE).min(1, KIT_COUNT_MESSAGE).max(MAX_KITS, KIT_COUNT_MESSAGE),
    'Kits',
  ),
});
const KitsField = fieldOf<typeof KitsForm>();

const packageText = z.string().trim().max(60);
const ShippedForm = z.object({
  carrier: describeField(packageText, 'Carrier'),
  trackingNumber: describeField(packageText, { label: 'Tracking number', input: 'code' }),
});
const ShippedField = fieldOf<typeof ShippedForm>();

const ReleaseForm = z.object({ reason: optionalReason(), internalReason: optionalReason() });
const NoInput = z.object({});

/** The actions of this dialog; a confirmation of specimens has its own. */
type DialogActionName = Exclude<OrderActionName, 'confirm-registration'>;

interface ActionDialogProps {
  order: ShownOrder;
  family: Viewer['family'];
  /** Null closes the dialog. */
  name: DialogActionName | null;
  onClose(): void;
  /** Called after an action that deletes the order. */
  onRemoved(): void;
}

type OpenActionProps = ActionDialogProps & { name: DialogActionName };

interface ActionFormProps<Input extends FieldValues, Output> extends OpenActionProps {
  schema: z.ZodType<Output, Input>;
  send(values: Output): Promise<unknown>;
  /** The fields of the action. */
  children?: ReactNode;
}

/** The dialog around the fields of an action; stays open with the input when the server refuses. */
function ActionForm<Input extends FieldValues, Output>(props: ActionFormProps<Input, Output>) {
  const { order, name, onClose, onRemoved, schema, send, children } = props;
  const { mutateAsync } = useOrderOperation();
  const { explanation, done, danger, removesOrder } = ORDER_ACTION_TEXTS[name];
  const { title } = ORDER_ACTIONS[name];
  const submit = async (values: Output): Promise<void> => {
    await mutateAsync({ send: () => send(values), done });
    onClose();
    if (removesOrder) onRemoved();
  };
  return (
    <FormDialog
      title={`${title}: ${orderTitle(order)}`}
      submitLabel={title}
      // Two buttons that begin with the same word would be read for each other.
      backLabel={name.endsWith('cancel-order') ? 'Keep order' : 'Cancel'}
      danger={danger}
      schema={schema}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{explanation}</p>
      {children}
    </FormDialog>
  );
}

/** An action that needs nothing but a reason, which the customer reads. */
function ReasonAction({
  send,
  ...props
}: OpenActionProps & { send(body: { reason: string; internalReason?: string }): Promise<unknown> }) {
  return (
    <ActionForm {...props} schema={CustomerReasonForm} send={(values) => send(withoutEmptyNote(values))}>
      <CustomerReasonFields customer={props.family === 'orders'} />
    </ActionForm>
  );
}

function OverrideFields({ order }: Pick<ActionDialogProps, 'order'>) {
  const status = useWatch<z.input<typeof OverrideForm>, 'status'>({ name: 'status' });
  return (
    <>
      <OverrideField
        name="status"
        options={overridesFrom(order.status).map((value) => ({ value, label: ORDER_STATUS[value].label }))}
      />
      <OverridePreview order={order} status={status} />
      <CustomerReasonFields customer={false} />
    </>
  );
}

function OverrideAction(props: OpenActionProps) {
  const { order } = props;
  const send = ({ status, ...reasons }: z.infer<typeof OverrideForm>): Promise<unknown> => {
    const unfinished =
      status === 'PENDING_COMPLETION' ? { unfinished: unfinishedOf(order).map(({ row }) => row.id) } : {};
    const body = { status, ...withoutEmptyNote(reasons), ...unfinished };
    return call(overrideOrder, { params: { id: order.id }, body });
  };
  return (
    <ActionForm {...props} schema={OverrideForm} send={send}>
      <OverrideFields order={order} />
    </ActionForm>
  );
}

function OpenAction(props: OpenActionProps) {
  const { order, family, name } = props;
  const params = { id: order.id };
  switch (name) {
    case 'mark-order-shipped':
      return (
        <ActionForm
          {...props}
          schema={ShippedForm}
          send={(body) => call(ORDER_CALLS[family].markShipped, { params, body })}
        >
          <ShippedField name="carrier" />
          <ShippedField name="trackingNumber" />
        </ActionForm>
      );
    case 'cancel-order':
      return <ReasonAction {...props} send={(body) => call(ORDER_CALLS[family].cancel, { params, body })} />;
    case 'add-kits':
      return (
        <ActionForm {...props} schema={KitsForm} send={(body) => call(addKits, { params, body })}>
          <KitsField name="kitCount" />
        </ActionForm>
      );
    case 'hold-order':
      return <ReasonAction {...props} send={(body) => call(holdOrder, { params, body })} />;
    case 'release-order':
      return (
        <ActionForm
          {...props}
          schema={ReleaseForm}
          send={({ reason, ...rest }) =>
            call(releaseOrder, {
              params,
              body: { ...withoutEmptyNote(rest), ...(reason === null ? {} : { reason }) },
            })
          }
        >
          <CustomerReasonFields customer={false} required={false} />
        </ActionForm>
      );
    case 'close-order':
      return <ActionForm {...props} schema={NoInput} send={() => call(closeOrder, { params, body: {} })} />;
    case 'override-cancel-order':
      return <ReasonAction {...props} send={(body) => call(cancelReceivedOrder, { params, body })} />;
    case 'delete-order':
      return (
        <ActionForm {...props} schema={ReasonForm} send={(body) => call(deleteOrder, { params, body })}>
          <ReasonField name="reason" />
        </ActionForm>
      );
    case 'override-order':
      return <OverrideAction {...props} />;
  }
}

/** Asks for confirmation and input before an action. */
export function ActionDialog({ name, ...props }: ActionDialogProps) {
  return name === null ? null : <OpenAction {...props} name={name} />;
}
