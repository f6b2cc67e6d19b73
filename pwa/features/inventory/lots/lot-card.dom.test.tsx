import 'fake-indexeddb/auto';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useCallback, useEffect, useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import {
  buildInventoryItem,
  buildInventoryType,
  buildMeasurementUnit,
} from '#db/factories/build-inventory.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { type InventoryItem, inventoryItem } from '#db/inventory/inventory-item.ts';
import { inventoryType } from '#db/inventory/inventory-type.ts';
import { measurementUnit } from '#db/inventory/measurement-unit.ts';
import type { Actor } from '#db/operation.ts';
import { operationNamed } from '#db/operations.ts';
import { type Resolved, useResolve } from '#pwa/app/scan-anything/resolve-code.ts';
import { ScanMatch } from '#pwa/app/scan-anything/scan-result.tsx';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { saveScannerSettings } from '#pwa/scanning/keys/scanner-settings.ts';
import { createScanBus, type ScanBus } from '#pwa/scanning/scan-bus.ts';
import { ScanBusContext } from '#pwa/scanning/use-scan.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice, readShown, syncOnce } from '#pwa/testing/simulated-device.ts';
import { LotActions } from './lot-card.tsx';

const CODE = 'FLO-1';
const user = userEvent.setup();
let bench: Replica;
let bus: ScanBus;
let deviceCount = 0;

afterEach(() => bench.close());

function Scanned() {
  const resolve = useResolve();
  const [one, setOne] = useState<Resolved>();
  const refresh = useCallback(() => void resolve(CODE).then(([result]) => setOne(result)), [resolve]);
  useEffect(refresh, [refresh]);
  if (!one) return null;
  const actions = <LotActions one={one} onDone={refresh} />;
  return <ScanMatch one={one} code={CODE} scanKey={1} links={[]} actions={actions} onGo={() => undefined} />;
}

/** An offline device that has this lot of flow cells and this user. */
async function scan(item: Partial<InventoryItem>, actorFields: Partial<Actor> = {}): Promise<void> {
  saveScannerSettings({ muted: true });
  const server = new ModelServer(operationNamed);
  server.world.putRow(measurementUnit, buildMeasurementUnit({ id: 'unit-each', symbol: 'each' }));
  const type = {
    id: 'type-1',
    name: 'Flow cell',
    requiresQc: true,
    measurementUnitId: 'unit-each',
    unitsPerItem: '4',
  };
  server.world.putRow(inventoryType, buildInventoryType(type));
  const lot = {
    id: 'item-1',
    inventoryTypeId: 'type-1',
    barcode: CODE,
    expirationDate: '2099-11-30',
    qcPassed: true,
  };
  server.world.putRow(inventoryItem, buildInventoryItem({ ...lot, ...item }));
  server.commit();
  const actor = buildActor(actorFields);
  bench = await openDevice({ name: `lot-${deviceCount++}`, actor, send: server.sendAs(actor) });
  await syncOnce(bench);
  bus = createScanBus({ repeatWindowMs: () => 0 });
  render(
    <ReplicaProvider replica={bench}>
      <ScanBusContext value={bus}>
        <Scanned />
      </ScanBusContext>
    </ReplicaProvider>,
  );
  await screen.findByRole('status');
}

const ORDERED = {
  status: 'ORDERED',
  lotNumber: null,
  expirationDate: null,
  receivedAt: null,
  quantity: null,
  remaining: null,
} as const;
const button = (name: string) => screen.findByRole('button', { name });
const window_ = () => within(screen.getByRole('dialog'));
const confirm = async (name: string) =>
  user.click(await within(await screen.findByRole('dialog')).findByRole('button', { name }));
const item = async () => (await readShown(bench, 'inventory-items', 'item-1'))?.body;
const waiting = () => bench.outbox.all().map(({ name }) => name);

test('a lot is received where it is scanned: lot number by scanner, expiry, and only with passed QC', async () => {
  await scan(ORDERED);
  await user.click(await button('Receive'));
  await confirm('Receive');
  expect(await window_().findByText('Enter the lot number.')).toBeTruthy();
  expect(await window_().findByText('Enter the date, or say that none is printed.')).toBeTruthy();
  act(() => {
    bus.publish('PAU0815', 'hand');
  });
  expect(await window_().findByDisplayValue('PAU0815')).toBeTruthy();
  await user.click(window_().getByLabelText('No date is printed on it'));
  await user.click(window_().getByLabelText('No'));
  await confirm('Receive');
  expect(
    await window_().findByText('A lot is received after it passes QC. Until then, set it aside.'),
  ).toBeTruthy();
  expect(waiting()).toEqual([]);
  await user.click(window_().getByLabelText('Yes'));
  await confirm('Receive');
  expect(await screen.findByText('Lot PAU0815')).toBeTruthy();
  expect(await item()).toMatchObject({
    status: 'RECEIVED',
    lotNumber: 'PAU0815',
    quantity: '4',
    remaining: '4',
    qcPassed: true,
  });
  expect(waiting()).toEqual(['receive-inventory-item']);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a tech marks a lot opened and then used up, with a reason that the lot shows', async () => {
  await scan({});
  await user.click(await button('Mark opened'));
  await screen.findByRole('dialog');
  expect(window_().getByText(/^Once opened it is good until /)).toBeTruthy();
  await confirm('Mark opened');
  await screen.findByText('Opened');
  await user.click(await button('Mark used'));
  await confirm('Mark used');
  expect(await window_().findByText('A reason is required.')).toBeTruthy();
  await user.click(window_().getByLabelText(/^Reason/));
  await user.paste('Dropped');
  act(() => {
    bus.publish('OTHER-1', 'hand');
  });
  await confirm('Mark used');
  await screen.findByText('Reason: Dropped');
  expect(await item()).toMatchObject({ status: 'USED', disposalReason: 'Dropped' });
  expect(waiting()).toEqual(['open-inventory-item', 'mark-inventory-item-used']);
  // The dialog closes after the lot shows the result.
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull());
});

test('the lab manager reopens a used-up lot, and enters the remaining amount when the recorded one is 0', async () => {
  const usedAt = new Date(Date.now() - 3_600_000).toISOString();
  await scan({ status: 'USED', usedAt, remaining: '0' }, { role: 'LAB_MANAGER' });
  await user.click(await button('Reopen'));
  await screen.findByRole('dialog');
  await user.click(window_().getByLabelText(/^Reason/));
  await user.paste('The wrong box was scanned');
  await confirm('Reopen');
  expect(await window_().findByText('Enter how much is left.')).toBeTruthy();
  await user.type(window_().getByLabelText(/^Left in it/), '3');
  await confirm('Reopen');
  await waitFor(async () => expect(await item()).toMatchObject({ status: 'OPENED', remaining: '3' }));
});

test('actions that the user may not run are not offered', async () => {
  const long = new Date(Date.now() - 90_000_000).toISOString();
  await scan({ status: 'USED', usedAt: long }, { role: 'LAB_MANAGER' });
  expect(screen.queryByRole('button')).toBeNull();
});

test('an expired lot is discarded, not opened', async () => {
  await scan({ expirationDate: '2020-01-31' });
  expect(await button('Mark used')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Mark opened' })).toBeNull();
});

test('an over-drawn lot is counted where it is scanned, and can be used again', async () => {
  const long = new Date(Date.now() - 90_000_000).toISOString();
  await scan({ status: 'USED', usedAt: long, remaining: '-2' });
  expect(screen.getByText('Lot L2611 is over-drawn by 2. Count what is really left.')).toBeTruthy();
  await user.click(await button('Count'));
  await confirm('Count');
  expect(await window_().findByText('Enter how much is left, 0 if it is nothing.')).toBeTruthy();
  expect(window_().getByText('The book says -2.')).toBeTruthy();
  await user.type(window_().getByLabelText(/^Left in it/), '3');
  await confirm('Count');
  await screen.findByText('Opened');
  expect(await item()).toMatchObject({ status: 'OPENED', remaining: '3' });
  expect(waiting()).toEqual(['count-inventory-item']);
});
