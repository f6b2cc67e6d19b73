import { useState } from 'react';
import { readShipping, saveTrackingNumber, voidLabel } from '#db/api/ordering/shipping.ts';
import { TrackingForm } from '#db/ordering/orders/order-action-args.ts';
import type { ShownOrder } from '#db/ordering/orders/shown-order.ts';
import type { ShipmentDirection } from '#db/ordering/shipments/shipment-status.ts';
import type { ShownCarrierEvent, ShownShipping } from '#db/ordering/shipments/shown-shipping.ts';
import { call } from '#pwa/api/call.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCall } from '#pwa/api/use-call.ts';
import { useOrderOperation } from '#pwa/features/ordering/order-calls.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { Form, SubmitButton } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Timeline } from '#pwa/ui/history/timeline.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { LabelDialog } from './label-dialog.tsx';

/** A carrier that the sender arranged. */
function TrackingDialog({
  orderId,
  direction,
  onClose,
}: {
  orderId: string;
  direction: ShipmentDirection;
  onClose(): void;
}) {
  const operation = useOrderOperation();
  return (
    <Dialog open title="Enter tracking number" onClose={onClose}>
      <Form
        schema={TrackingForm}
        defaults={{ direction, carrier: '', trackingNumber: '' }}
        onSubmit={(body) => {
          const send = () => call(saveTrackingNumber, { params: { id: orderId }, body });
          operation.mutate({ send, done: 'The tracking number is saved.' }, { onSuccess: onClose });
        }}
      >
        {operation.error && <Notice tone="danger" title={errorText(operation.error)} />}
        <FormField name="carrier" label="Carrier" empty="">
          {(control) => <TextInput {...control} placeholder="For example FedEx" />}
        </FormField>
        <FormField name="trackingNumber" label="Tracking number" required empty="">
          {(control) => <TextInput {...control} code />}
        </FormField>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton>Save tracking number</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}

type Package = ShownOrder['shipments'][number];
type PackageDialog =
  | { action: 'label' | 'tracking'; direction: ShipmentDirection }
  | { action: 'void'; row: Package }
  | null;

const codeText = (code: string): string => code.charAt(0).toUpperCase() + code.slice(1).replaceAll('_', ' ');

const entryOf = ({ id, carrierStatus, message, place, toldAt: reportedAt, moved }: ShownCarrierEvent) => ({
  id,
  title: codeText(carrierStatus),
  at: reportedAt,
  detail: [place, message].filter(Boolean).join(', '),
  tone: moved ? ('progress' as const) : ('neutral' as const),
});

function VoidDialog({ row, onClose }: { row: Package; onClose(): void }) {
  const operation = useOrderOperation();
  const body = { trackingNumber: row.trackingNumber ?? '' };
  const send = () => call(voidLabel, { params: { id: row.id }, body });
  return (
    <ConfirmDialog
      open
      danger
      title={`Void label ${row.trackingNumber ?? ''}`}
      confirmLabel="Void label"
      busy={operation.isPending}
      onConfirm={() => operation.mutate({ send, done: 'The label is void.' }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {operation.error && <Notice tone="danger" title={errorText(operation.error)} />}
      <p>Do not use the printed label. The shipment then needs a new one.</p>
    </ConfirmDialog>
  );
}

const BUTTON_LABELS: Record<ShipmentDirection, { label: string; tracking: string }> = {
  INBOUND: { label: 'Buy label', tracking: 'Enter tracking number' },
  KIT_OUT: { label: 'Buy label for the kits', tracking: 'Enter tracking number of the kits' },
  RETURN: { label: 'Buy return label', tracking: 'Enter return tracking number' },
};

/** Report whether a shipment that has not arrived has a label. */
const isLabeled = ({ labelUrl, status }: Package): boolean => labelUrl !== null && status !== 'RECEIVED';

function PackageActions({
  order,
  shippingView,
  onOpenDialog,
}: {
  order: ShownOrder;
  shippingView: ShownShipping;
  onOpenDialog(dialog: PackageDialog): void;
}) {
  const labeledPackages = order.shipments.filter(isLabeled);
  return (
    <div className="flex flex-wrap gap-2">
      {labeledPackages.map((row) => (
        <a
          key={row.id}
          href={row.labelUrl ?? ''}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-control items-center font-medium text-accent-ink underline"
        >
          {`Print label ${row.trackingNumber ?? ''}`}
        </a>
      ))}
      {order.shipments
        .filter(({ id }) => shippingView.voidable.includes(id))
        .map((row) => (
          <Button key={row.id} onClick={() => onOpenDialog({ action: 'void', row })}>
            {shippingView.voidable.length > 1 ? `Void label ${row.trackingNumber ?? ''}` : 'Void label'}
          </Button>
        ))}
      {shippingView.open.flatMap((direction) => {
        const { label, tracking } = BUTTON_LABELS[direction];
        return [
          shippingView.sellsLabels && (
            <Button key={`${direction} label`} onClick={() => onOpenDialog({ action: 'label', direction })}>
              {label}
            </Button>
          ),
          <Button
            key={`${direction} tracking`}
            onClick={() => onOpenDialog({ action: 'tracking', direction })}
          >
            {tracking}
          </Button>,
        ];
      })}
    </div>
  );
}

/** Labels and tracking of an order's shipments, with their carrier events. */
export function OrderPackages({ order }: { order: ShownOrder }) {
  const { data, error, refetch } = useCall(readShipping, { params: { id: order.id } });
  const [dialog, setDialog] = useState<PackageDialog>(null);
  const close = () => setDialog(null);
  const hasActions = data && (data.open.length > 0 || order.shipments.some(isLabeled));
  const hasEvents = data && data.events.length > 0;
  const stuck = data?.notTakenBack ?? [];
  if (!error && !hasActions && !hasEvents && stuck.length === 0) return null;
  return (
    <Section title="Labels and tracking">
      <div className="flex flex-col gap-3">
        {error && !data && (
          <Notice
            tone="danger"
            title={errorText(error)}
            action={<Button onClick={() => void refetch()}>Try again</Button>}
          />
        )}
        {stuck.map(({ trackingNumber, problem }) => (
          <Notice
            key={trackingNumber}
            tone="warning"
            title={`The carrier has not taken label ${trackingNumber} back yet.`}
          >
            <p>{`${problem} Retried automatically for a day; then contact the carrier.`}</p>
          </Notice>
        ))}
        {hasActions && <PackageActions order={order} shippingView={data} onOpenDialog={setDialog} />}
        {hasEvents && <Timeline label="Carrier messages" entries={data.events.map(entryOf)} />}
      </div>
      {dialog?.action === 'label' && (
        <LabelDialog
          orderId={order.id}
          direction={dialog.direction}
          wish={order.shipments.find(({ direction }) => direction === dialog.direction)?.carrier ?? null}
          onClose={close}
        />
      )}
      {dialog?.action === 'tracking' && (
        <TrackingDialog orderId={order.id} direction={dialog.direction} onClose={close} />
      )}
      {dialog?.action === 'void' && <VoidDialog row={dialog.row} onClose={close} />}
    </Section>
  );
}
