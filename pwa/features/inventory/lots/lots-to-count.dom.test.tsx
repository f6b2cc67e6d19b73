import 'fake-indexeddb/auto';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
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
import { operationNamed } from '#db/operations.ts';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice, readShown, syncOnce } from '#pwa/testing/simulated-device.ts';
import { LotsToCount } from './lots-to-count.tsx';

let bench: Replica;
let deviceCount = 0;
const user = userEvent.setup();

afterEach(() => {
  cleanup();
  bench.close();
});

async function show(lots: readonly Partial<InventoryItem>[]): Promise<void> {
  const server = new ModelServer(operationNamed);
  server.world.putRow(measurementUnit, buildMeasurementUnit({ id: 'unit-1', symbol: 'µL' }));
  server.world.putRow(
    inventoryType,
    buildInventoryType({ id: 'type-1', name: 'Lysis buffer', measurementUnitId: 'unit-1' }),
  );
  for (const lot of lots)
    server.world.putRow(inventoryItem, buildInventoryItem({ inventoryTypeId: 'type-1', ...lot }));
  server.commit();
  const actor = buildActor();
  bench = await openDevice({ name: `to-count-${deviceCount++}`, actor, send: server.sendAs(actor) });
  await syncOnce(bench);
  render(
    <ReplicaProvider replica={bench}>
      <LotsToCount />
    </ReplicaProvider>,
  );
}

const over = (id: string, remaining: string): Partial<InventoryItem> => ({
  id,
  lotNumber: id,
  status: 'USED',
  usedAt: '2026-11-20T10:00:00.000Z',
  remaining,
});

test('over-drawn lots are listed offline until somebody counts them', async () => {
  const thrownAway = { ...over('GONE', '-9'), disposalReason: 'Spilled' };
  await show([over('L1', '-2'), over('L2', '-30'), thrownAway, { id: 'L3', lotNumber: 'L3' }]);
  await screen.findByText('2 lots must be counted');
  // Each row loads its lot's catalog entry separately.
  await waitFor(() =>
    expect(screen.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
      'L2 Lysis buffer, over-drawn by 30 µLCount',
      'L1 Lysis buffer, over-drawn by 2 µLCount',
    ]),
  );
  await user.click(screen.getByRole('button', { name: 'Count lot L2' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText(/^Left in it/), '0');
  await user.click(dialog.getByRole('button', { name: 'Count' }));
  await screen.findByText('1 lot must be counted');
  expect((await readShown(bench, 'inventory-items', 'L2'))?.body).toMatchObject({ remaining: '0' });
  expect(bench.outbox.all().map(({ name }) => name)).toEqual(['count-inventory-item']);
  await user.click(screen.getByRole('button', { name: 'Count lot L1' }));
  const next = within(await screen.findByRole('dialog'));
  await user.type(next.getByLabelText(/^Left in it/), '3');
  await user.click(next.getByRole('button', { name: 'Count' }));
  await waitFor(() => expect(screen.queryByText(/must be counted/)).toBeNull());
});
