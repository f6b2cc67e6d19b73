import { useMutation } from '@tanstack/react-query';
import { Package } from 'lucide-react';
import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { CARRIER_WORDS } from '#db/ordering/shipment-move.ts';
import { ShownShipment } from '#db/ordering/shown-shipping.ts';
import { callApi } from '#pwa/api/client.ts';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { ListFilters } from '#pwa/ui/list/select-filter.tsx';
import { useServerList } from '#pwa/ui/list/server-list.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { formatCarrierStatus, type ShipmentStep, shipmentColumns } from './shipment-columns.tsx';
import { useSimulatorUpdates } from './use-simulator-updates.ts';

const PATH = '/api/shipping/simulator/parcels';
const STATES = CARRIER_WORDS.map((value) => ({ value, label: formatCarrierStatus(value) }));

const textOf = (error: unknown): string =>
  error instanceof AppError ? error.message : MESSAGES.unknownError;

/** The shipments of the simulated carriers; each advances by simulated carrier events. */
export function ShipmentsTab() {
  const shipments = useServerList({
    path: PATH,
    row: ShownShipment,
    filters: ['status'],
    sort: 'createdAt:desc',
    prefix: 'parcels-',
  });
  const move = useMutation({
    networkMode: 'always',
    mutationFn: ({ id, ...data }: ShipmentStep & { id: string }) =>
      callApi({ path: `${PATH}/${id}/move`, method: 'POST', data, answer: z.undefined() }),
    onSettled: shipments.refetch,
  });
  useSimulatorUpdates(shipments.refetch);
  return (
    <div className="flex flex-col gap-3">
      {move.error && <Notice tone="danger" title={textOf(move.error)} />}
      <DataList
        {...shipments.list}
        label="Parcels"
        columns={shipmentColumns({
          busy: move.isPending,
          onMove: (row, step) => move.mutate({ id: row.id, ...step }),
        })}
        rowKey={({ id }) => id}
        rowLabel={({ trackingNumber }) => trackingNumber}
        filters={
          <ListFilters
            list={shipments}
            filters={[{ name: 'status', label: 'Where it is', any: 'Anywhere', options: STATES }]}
          />
        }
        empty={
          shipments.narrowed ? undefined : (
            <EmptyState icon={Package} title="No parcel is on its way">
              Buy a label on the page of an order. Its parcel then waits here to be moved along.
            </EmptyState>
          )
        }
      />
    </div>
  );
}
