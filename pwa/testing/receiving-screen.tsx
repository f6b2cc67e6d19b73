import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect } from 'vitest';
import { buildReceivingWorld } from '#db/factories/benches/receiving-bench.ts';
import { buildShipment } from '#db/factories/build-ordering.ts';
import { buildStorageManagement } from '#db/factories/build-storage.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { operationNamed } from '#db/operations.ts';
import { type Order, order } from '#db/ordering/orders/order.ts';
import { shipment } from '#db/ordering/shipments/shipment.ts';
import { company } from '#db/organizations/company.ts';
import { flow, protocolFlow } from '#db/protocols/flow.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import { AccessionPage, AwaitedShipments } from '#pwa/features/specimens/accession/accession-page.tsx';
import { PrintLabelsContext } from '#pwa/printing/use-print-labels.ts';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { saveScannerSettings } from '#pwa/scanning/keys/scanner-settings.ts';
import { createScanBus, type ScanBus } from '#pwa/scanning/scan-bus.ts';
import { ScanBusContext } from '#pwa/scanning/use-scan.ts';
import { loadDialogs } from '#pwa/ui/dialog/dialog.tsx';
import { ModelServer } from './model-server.ts';
import { openDevice, syncOnce } from './simulated-device.ts';

let deviceCount = 0;

const tube = (id: string, code: string, orderId = 'order-1') => ({
  id,
  orderId,
  status: 'SHIPPED' as const,
  tubeBarcode: code,
  requisitionNumber: `REQ-${code}`,
});

/**
 * A lab in which order-1 is shipped with three tubes, another order with one, and a third is still a draft.
 */
function createLabWithShipments(orders: Partial<Order>): ModelServer {
  const server = new ModelServer(operationNamed);
  const world = buildReceivingWorld({
    specimens: [tube('specimen-a', 'TUBE-A'), tube('specimen-b', 'TUBE-B'), tube('specimen-c', 'TUBE-C')],
  });
  for (const row of world.all(company)) server.world.putRow(company, row);
  for (const row of world.all(protocol)) server.world.putRow(protocol, row);
  for (const row of world.all(flow)) server.world.putRow(flow, row);
  for (const row of world.all(protocolFlow)) server.world.putRow(protocolFlow, row);
  for (const row of world.all(specimen)) server.world.putRow(specimen, row);
  const [built] = world.all(order);
  if (!built) throw new Error('The world has an order.');
  const first = { ...built, ...orders };
  server.world.putRow(order, first);
  const other = { ...first, id: 'order-2', orderNumber: 'W-000777', trackingNumber: null };
  server.world.putRow(order, other);
  const unsubmitted = {
    ...first,
    id: 'order-3',
    orderNumber: 'W-000888',
    trackingNumber: null,
    status: 'DRAFT',
  };
  server.world.putRow(order, order.schema.parse(unsubmitted));
  const inbound = {
    id: 'shipment-1',
    orderId: 'order-1',
    direction: 'INBOUND',
    temperature: 'FROZEN',
  } as const;
  server.world.putRow(shipment, buildShipment(inbound));
  server.world.putRow(
    storageManagement,
    buildStorageManagement({ id: 'box-1', name: 'Box 1', barcode: 'BOX-1' }),
  );
  const [row] = world.all(specimen);
  if (!row) throw new Error('The world has specimens.');
  server.world.putRow(specimen, { ...row, ...tube('specimen-x', 'TUBE-X', 'order-2') });
  server.commit();
  return server;
}

/** One tab of a lab tech: the replica and its scanner. */
export interface Tab {
  bench: Replica;
  bus: ScanBus;
}

/** Open a device with the loaded lab and the given order changes; closing its replica closes it. */
export async function openReceiving(orders: Partial<Order> = {}): Promise<Tab> {
  saveScannerSettings({ muted: true });
  await Promise.all([loadDialogs(), AwaitedShipments.load()]);
  const server = createLabWithShipments(orders);
  const actor = buildActor();
  const bench = await openDevice({
    name: `receiving-${deviceCount++}`,
    actor,
    send: server.sendAs(actor),
    definition: operationNamed,
  });
  await syncOnce(bench);
  return { bench, bus: createScanBus({ repeatWindowMs: () => 0 }) };
}

/** Render the receiving page of a tab; `order` is the order of a link. */
export function Receiving({ tab, order: orderId }: { tab: Tab; order?: string }) {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <ReplicaProvider replica={tab.bench}>
      <ScanBusContext value={tab.bus}>
        <PrintLabelsContext value={async () => true}>
          <AccessionPage sessionId={open} orderId={orderId ?? null} onSession={setOpen} />
        </PrintLabelsContext>
      </ScanBusContext>
    </ReplicaProvider>
  );
}

/** Scan a code with the hand scanner of a tab. */
export const scanIn = (tab: Tab, code: string): Promise<void> =>
  act(async () => void tab.bus.publish(code, 'hand'));

/** Read the counts of the open session. */
export const counts = (): Record<string, string> =>
  Object.fromEntries(
    within(screen.getByLabelText('Counts of this session'))
      .getAllByRole('definition')
      .map((figure) => [figure.parentElement?.dataset['count'] ?? '', figure.textContent ?? '']),
  );

/** Wait until a count of the open session has a value. */
export const showCount = (name: string, value: string): Promise<void> =>
  waitFor(() => expect(counts()[name]).toBe(value));
