import type { CarrierWord } from '#db/ordering/shipment-move.ts';
import type { ShownShipment } from '#db/ordering/shown-shipping.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { ActionsMenu } from '#pwa/ui/actions-menu.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import type { Tone } from '#pwa/ui/tone.ts';
import { ToneBadge } from '#pwa/ui/tone-badge.tsx';

/** The tracking events that a simulated carrier can report. */
export interface ShipmentStep {
  status: CarrierWord;
  times?: number;
  late?: boolean;
}

const STEPS: readonly (ShipmentStep & { label: string })[] = [
  { label: 'Label scanned', status: 'pre_transit' },
  { label: 'In transit', status: 'in_transit' },
  { label: 'In transit, told twice', status: 'in_transit', times: 2 },
  { label: 'In transit, told a day late', status: 'in_transit', late: true },
  { label: 'Out for delivery', status: 'out_for_delivery' },
  { label: 'Delivered', status: 'delivered' },
  { label: 'Return to sender', status: 'return_to_sender' },
  { label: 'Failure', status: 'failure' },
  { label: 'Failure, told a day late', status: 'failure', late: true },
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
export const formatCarrierStatus = (status: string): string =>
  status === 'unknown'
    ? 'Not handed over'
    : status.charAt(0).toUpperCase() + status.slice(1).replaceAll('_', ' ');

interface ShipmentActions {
  busy: boolean;
  onMove(row: ShownShipment, step: ShipmentStep): void;
}

/** The columns of the list of shipments, with the buttons that advance each. */
export const shipmentColumns = ({ busy, onMove }: ShipmentActions): readonly Column<ShownShipment>[] => [
  {
    id: 'trackingNumber',
    header: 'Tracking number',
    sortable: true,
    cell: ({ trackingNumber }) => <span className="code">{trackingNumber}</span>,
  },
  {
    id: 'status',
    header: 'Where it is',
    sortable: true,
    cell: ({ status, waiting }) => (
      <span className="flex flex-wrap gap-1">
        <ToneBadge tone={TONES[status] ?? 'neutral'} label={formatCarrierStatus(status)} />
        {waiting > 0 && <ToneBadge tone="warning" label="Being told" />}
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
    cell: ({ createdAt }) => formatDate(createdAt, 'shortAtTime'),
  },
  {
    id: 'move',
    header: 'Move along',
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
