import { Package } from 'lucide-react';
import { listSimulatedShipments, moveSimulatedShipment } from '#db/api/ordering/shipping.ts';
import { CARRIER_WORDS, type CarrierWord } from '#db/ordering/shipments/carrier-status.ts';
import type { ShownShipment } from '#db/ordering/shipments/shown-shipping.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCallMutation } from '#pwa/api/use-call.ts';
import { ActionsMenu } from '#pwa/ui/actions-menu.tsx';
import { ToneBadge } from '#pwa/ui/badge.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { ListFilters } from '#pwa/ui/list/filters/list-filters.tsx';
import { useServerList } from '#pwa/ui/list/server-list.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Time } from '#pwa/ui/time.tsx';
import type { Tone } from '#pwa/ui/tone.ts';
import { useSimulatorUpdates } from './use-simulator-updates.ts';

/** The tracking events that a simulated carrier can report. */
interface ShipmentStep {
  status: CarrierWord;
  times?: number;
  late?: boolean;
}

const STEPS: readonly (ShipmentStep & { label: string })[] = [
  { label: 'Label scanned', status: 'pre_transit' },
  { label: 'In transit', status: 'in_transit' },
  { label: 'In transit, sent twice', status: 'in_transit', times: 2 },
  { label: 'In transit, sent a day late', status: 'in_transit', late: true },
  { label: 'Out for delivery', status: 'out_for_delivery' },
  { label: 'Delivered', status: 'delivered' },
  { label: 'Return to sender', status: 'return_to_sender' },
  { label: 'Failure', status: 'failure' },
  { label: 'Failure, sent a day late', status: 'failure', late: true },
];

const TONES: Readonly<Record<string, Tone>> = {
  in_transit: 'progress',
  out_for_delivery: 'progress',
  available_for_pickup: 'progress',
  delivered: 'success',
  return_to_sender: 'warning',
  failure: 'danger',
  error: 'danger',
};

/** Format a carrier status; a shipment without one waits for hand-over. */
const formatCarrierStatus = (status: string): string =>
  status === 'unknown'
    ? 'Not handed over'
    : status.charAt(0).toUpperCase() + status.slice(1).replaceAll('_', ' ');

interface ShipmentActions {
  busy: boolean;
  onMove(row: ShownShipment, step: ShipmentStep): void;
}

/** The columns of the list of shipments, with the buttons that advance each. */
const shipmentColumns = ({ busy, onMove }: ShipmentActions): readonly Column<ShownShipment>[] => [
  {
    id: 'trackingNumber',
    header: 'Tracking number',
    sortable: true,
    cell: ({ trackingNumber }) => <span className="code">{trackingNumber}</span>,
  },
  {
    id: 'status',
    header: 'Status',
    sortable: true,
    cell: ({ status, waiting }) => (
      <span className="flex flex-wrap gap-1">
        <ToneBadge tone={TONES[status] ?? 'neutral'} label={formatCarrierStatus(status)} />
        {waiting > 0 && <ToneBadge tone="warning" label="Sending" />}
      </span>
    ),
  },
  {
    id: 'reference',
    header: 'Order',
    sortable: true,
    cell: ({ reference }) => <span className="code">{reference}</span>,
  },
  {
    id: 'carrier',
    header: 'Carrier',
    sortable: true,
    cell: ({ carrier, service }) => `${carrier} ${service}`,
  },
  {
    id: 'createdAt',
    header: 'Bought',
    sortable: true,
    cell: ({ createdAt }) => <Time value={createdAt} />,
  },
  {
    id: 'move',
    header: 'Advance shipment',
    cell: (row) => (
      <ActionsMenu
        label="Move"
        actions={STEPS.map(({ label, ...step }) => ({
          label,
          disabled: busy,
          onSelect: () => onMove(row, step),
        }))}
      />
    ),
  },
];

const STATES = CARRIER_WORDS.map((value) => ({ value, label: formatCarrierStatus(value) }));

/** The shipments of the simulated carriers; each advances by simulated carrier events. */
export function ShipmentsTab() {
  const shipments = useServerList({
    call: listSimulatedShipments,
    filters: ['status'],
    sort: 'createdAt:desc',
    prefix: 'parcels-',
  });
  const move = useCallMutation(moveSimulatedShipment);
  useSimulatorUpdates(shipments.refetch);
  return (
    <div className="flex flex-col gap-3">
      {move.error && <Notice tone="danger" title={errorText(move.error)} />}
      <DataList
        {...shipments.list}
        label="Shipments"
        columns={shipmentColumns({
          busy: move.isPending,
          onMove: (row, step) => move.mutate({ params: { id: row.id }, body: step }),
        })}
        rowKey={({ id }) => id}
        rowLabel={({ trackingNumber }) => trackingNumber}
        filters={
          <ListFilters list={shipments} filters={[{ name: 'status', label: 'Status', options: STATES }]} />
        }
        empty={
          shipments.narrowed ? undefined : (
            <EmptyState icon={Package} title="No shipments in transit">
              Buy a label on an order page. Its shipment then appears here.
            </EmptyState>
          )
        }
      />
    </div>
  );
}
