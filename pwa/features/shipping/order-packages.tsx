import { useState } from 'react';
import type { ShipmentDirection } from '#db/ordering/shipment-direction.ts';
import type { ShownOrder } from '#db/ordering/shown-order.ts';
import type { ShownCarrierEvent, ShownShipping } from '#db/ordering/shown-shipping.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Timeline } from '#pwa/ui/timeline.tsx';
import { LabelDialog } from './label-dialog.tsx';
import { TrackingDialog } from './tracking-dialog.tsx';
import { errorText, useShipping, useShippingAct } from './use-shipping.ts';

type Package = ShownOrder['shipments'][number];
type Asked = { act: 'label' | 'tracking'; way: ShipmentDirection } | { act: 'void'; row: Package } | null;

const inWords = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).replaceAll('_', ' ');

const entryOf = ({ id, carrierStatus, message, place, toldAt, moved }: ShownCarrierEvent) => ({
  id,
  title: inWords(carrierStatus),
  time: formatDate(toldAt, 'shortAtTime'),
  detail: [place, message].filter(Boolean).join(', '),
  tone: moved ? ('progress' as const) : ('neutral' as const),
});

function VoidDialog({ row, onClose }: { row: Package; onClose(): void }) {
  const act = useShippingAct(row.orderId);
  const path = `/api/shipping/labels/${row.id}/void`;
  const data = { trackingNumber: row.trackingNumber };
  return (
    <ConfirmDialog
      open
      danger
      title={`Void label ${row.trackingNumber ?? ''}`}
      confirmLabel="Void label"
      busy={act.isPending}
      onConfirm={() => act.mutate({ path, data, done: 'The label is void.' }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {act.error && <Notice tone="danger" title={errorText(act.error)} />}
      <p>Do not use the printed label any more. The package then waits for another one.</p>
    </ConfirmDialog>
  );
}

const WORDS: Record<ShipmentDirection, { label: string; tracking: string }> = {
  INBOUND: { label: 'Buy label', tracking: 'Enter tracking number' },
  KIT_OUT: { label: 'Buy label for the kits', tracking: 'Enter tracking number of the kits' },
  RETURN: { label: 'Buy return label', tracking: 'Enter return tracking number' },
};

/** Is there a label to be put on a package that has not arrived? */
const isLabelled = ({ labelUrl, status }: Package): boolean => labelUrl !== null && status !== 'RECEIVED';

function Acts({
  order,
  shown,
  onAsk,
}: {
  order: ShownOrder;
  shown: ShownShipping;
  onAsk(asked: Asked): void;
}) {
  const labelled = order.shipments.filter(isLabelled);
  return (
    <div className="flex flex-wrap gap-2">
      {labelled.map((row) => (
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
        .filter(({ id }) => shown.voidable.includes(id))
        .map((row) => (
          <Button key={row.id} onClick={() => onAsk({ act: 'void', row })}>
            {shown.voidable.length > 1 ? `Void label ${row.trackingNumber ?? ''}` : 'Void label'}
          </Button>
        ))}
      {shown.open.flatMap((way) => {
        const { label, tracking } = WORDS[way];
        return [
          shown.sellsLabels && (
            <Button key={`${way} label`} onClick={() => onAsk({ act: 'label', way })}>
              {label}
            </Button>
          ),
          <Button key={`${way} tracking`} onClick={() => onAsk({ act: 'tracking', way })}>
            {tracking}
          </Button>,
        ];
      })}
    </div>
  );
}

/** Labels and tracking of an order's packages, and what their carriers told. */
export function OrderPackages({ order }: { order: ShownOrder }) {
  const { data, error, refetch } = useShipping(order.id);
  const [asked, setAsked] = useState<Asked>(null);
  const close = () => setAsked(null);
  const acts = data && (data.open.length > 0 || order.shipments.some(isLabelled));
  const told = data && data.events.length > 0;
  const stuck = data?.notTakenBack ?? [];
  if (!error && !acts && !told && stuck.length === 0) return null;
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
            <p>{`${problem} It is asked again by itself for a day; then ask the carrier.`}</p>
          </Notice>
        ))}
        {acts && <Acts order={order} shown={data} onAsk={setAsked} />}
        {told && <Timeline label="What the carrier told" entries={data.events.map(entryOf)} />}
      </div>
      {asked?.act === 'label' && (
        <LabelDialog
          orderId={order.id}
          way={asked.way}
          wish={order.shipments.find(({ direction }) => direction === asked.way)?.carrier ?? null}
          onClose={close}
        />
      )}
      {asked?.act === 'tracking' && <TrackingDialog orderId={order.id} way={asked.way} onClose={close} />}
      {asked?.act === 'void' && <VoidDialog row={asked.row} onClose={close} />}
    </Section>
  );
}
