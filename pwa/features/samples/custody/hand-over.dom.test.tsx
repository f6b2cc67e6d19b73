import { renderInRouter } from '#pwa/testing/router-wrapper.tsx';
import 'fake-indexeddb/auto';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildPerson } from '#db/factories/build-identity.ts';
import { buildOrder } from '#db/factories/build-ordering.ts';
import { buildProtocol } from '#db/factories/build-protocols.ts';
import { buildSample } from '#db/factories/build-samples.ts';
import { buildSpecimen } from '#db/factories/build-specimens.ts';
import { buildStorageManagement } from '#db/factories/build-storage.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { type Person, person } from '#db/identity/person.ts';
import { operationNamed } from '#db/operations.ts';
import { order } from '#db/ordering/orders/order.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { sample } from '#db/samples/sample.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import { createSigningKey } from '#pwa/replica/signing/sealed-key.ts';
import { replicaName } from '#pwa/replica/store/database.ts';
import { openSideStore } from '#pwa/replica/store/side-store.ts';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { createSyncApi } from '#pwa/replica/sync/sync-api.ts';
import { saveScannerSettings } from '#pwa/scanning/keys/scanner-settings.ts';
import { createScanBus, type ScanBus } from '#pwa/scanning/scan-bus.ts';
import { ScanBusContext } from '#pwa/scanning/use-scan.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice, readShown, syncOnce } from '#pwa/testing/simulated-device.ts';
import { loadDialogs } from '#pwa/ui/dialog/dialog.tsx';
import { CheckOutPage } from './check-out-page.tsx';
import { EndDialog } from './end-samples-dialog.tsx';
import { FindListPanel } from './find-list-panel.tsx';

const PIN = '246810';
const LEFTOVER = buildSample({
  id: 'leftover',
  barcode: 'TUBE-2',
  specimenId: 'specimen-1',
  status: 'COMPLETED',
});
let bench: Replica;
let bus: ScanBus;
let deviceCount = 0;

/** A colleague who has signed on this device before and so can sign here offline. */
async function signedHere(one: Person): Promise<void> {
  const side = openSideStore(replicaName({ entity: one.entity, userCompanyId: one.id }));
  const api = createSyncApi(async () => Response.json({ id: 'key-1' }));
  await createSigningKey(side, api, `device-of-${one.id}`, PIN);
  side.close();
}

beforeEach(async () => {
  saveScannerSettings({ muted: true });
  await loadDialogs();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const server = new ModelServer(operationNamed);
  const actor = buildActor();
  const bob = buildPerson({
    id: `bob-${deviceCount}`,
    userId: 'user-bob',
    name: 'Bob Baker',
    role: 'LAB_TECH',
  });
  const me = buildPerson({ userId: actor.userId, name: actor.name, role: actor.role });
  for (const one of [bob, me]) server.world.putRow(person, one);
  const custody = { custodianUserId: actor.userId, checkedOutAt: '2026-11-21T09:00:00.000Z' };
  server.world.putRow(sample, buildSample({ id: 'tube', barcode: 'TUBE-1', ...custody }));
  const clinical = { id: 'protocol-clinical', clinical: true };
  server.world.putRow(protocol, buildProtocol(clinical));
  const closed = { id: 'order-closed', status: 'COMPLETED', postSequenceOption: 'DESTROY' } as const;
  server.world.putRow(order, buildOrder(closed));
  const completedSpecimen = {
    id: 'specimen-1',
    orderId: closed.id,
    protocolId: clinical.id,
    status: 'COMPLETED',
  } as const;
  server.world.putRow(specimen, buildSpecimen(completedSpecimen));
  server.world.putRow(sample, LEFTOVER);
  server.world.putRow(
    storageManagement,
    buildStorageManagement({ id: 'disposed', type: 'DISPOSED', name: 'Disposed' }),
  );
  server.commit();
  await signedHere(bob);
  bench = await openDevice({ name: `hand-over-${deviceCount++}`, actor, send: server.sendAs(actor) });
  await syncOnce(bench);
  bus = createScanBus({ repeatWindowMs: () => 0 });
});

afterEach(async () => {
  vi.restoreAllMocks();
  await bench.close();
});

test('offline and without a badge, a tube is handed over only to the colleague who enters their own PIN', async () => {
  renderInRouter(
    <ReplicaProvider replica={bench}>
      <ScanBusContext value={bus}>
        <CheckOutPage onTaken={() => undefined} />
      </ScanBusContext>
    </ReplicaProvider>,
  );
  await screen.findByText('0 checked out');
  bus.publish('TUBE-1', 'hand');
  // The dialog loads on first use.
  const ask = await screen.findByRole('button', { name: 'Hand over with a PIN' });
  await act(async () => ask.click());
  const dialog = within(await screen.findByRole('dialog', { name: 'Hand over TUBE-1' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Hand over' }));
  dialog.getByText('Choose who takes it.');
  await userEvent.click(dialog.getByRole('combobox', { name: /^Who takes it/ }));
  await userEvent.click(await screen.findByRole('option', { name: /^Bob Baker/ }));
  await userEvent.click(dialog.getByLabelText(/^PIN of Bob Baker/));
  await userEvent.paste('000000');
  await userEvent.click(dialog.getByRole('button', { name: 'Hand over' }));
  await dialog.findByText(/^That is not your PIN\./);
  expect(bench.outbox.all()).toHaveLength(0);
  await userEvent.click(dialog.getByLabelText(/^PIN of Bob Baker/));
  await userEvent.paste(PIN);
  await userEvent.click(dialog.getByRole('button', { name: 'Hand over' }));
  await waitFor(async () =>
    expect((await readShown(bench, 'samples', 'tube'))?.body['custodianUserId']).toBe('user-bob'),
  );
  await screen.findByText('1 checked out');
});

test('clinical material is disposed of only with a reason and the PIN of a second person', async () => {
  const done = vi.fn();
  renderInRouter(
    <ReplicaProvider replica={bench}>
      <ScanBusContext value={bus}>
        <EndDialog kind="DISPOSE" samples={[LEFTOVER]} onClose={() => undefined} onDone={done} />
      </ScanBusContext>
    </ReplicaProvider>,
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Dispose of TUBE-2' }));
  await dialog.findByText('Second person');
  const dispose = () => userEvent.click(dialog.getByRole('button', { name: 'Dispose of this sample' }));
  await dispose();
  await dialog.findByText('A reason is required.');
  dialog.getByText('Choose who looks at it.');
  dialog.getByText('A PIN has 6 digits.');
  act(() => bus.publish('TUBE-1', 'hand'));
  await dialog.findByText('Scan the badge of the second person.');
  await userEvent.click(dialog.getByLabelText('Reason *'));
  await userEvent.paste(' Leftover ');
  await userEvent.click(dialog.getByRole('combobox', { name: /^Name/ }));
  await userEvent.click(await screen.findByRole('option', { name: /^Bob Baker/ }));
  await waitFor(() => expect(dialog.queryByText('Scan the badge of the second person.')).toBeNull());
  const typePin = async (pin: string): Promise<void> => {
    await userEvent.click(dialog.getByLabelText('PIN of Bob Baker *'));
    await userEvent.paste(pin);
    await dispose();
  };
  await typePin('000000');
  await dialog.findByText(/^That is not your PIN\./);
  expect(dialog.getByLabelText('PIN of Bob Baker *')).toHaveProperty('value', '');
  expect(bench.outbox.all()).toEqual([]);
  await typePin(PIN);
  await waitFor(() => expect(done).toHaveBeenCalledWith(expect.anything(), 'TUBE-2 disposed of'));
  expect(bench.outbox.all()).toMatchObject([
    {
      name: 'dispose-samples',
      args: { sampleIds: ['leftover'], reason: 'Leftover', reviewerUserId: 'user-bob' },
    },
  ]);
});

test('a find list without barcodes is refused, and a valid one is loaded', async () => {
  const load = vi.fn();
  renderInRouter(
    <FindListPanel list={null} foundCodes={new Set()} onLoad={load} onRemove={() => undefined} />,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Load a find list' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Load a find list' }));
  const takeList = () => userEvent.click(dialog.getByRole('button', { name: 'Use this list' }));
  await takeList();
  await dialog.findByText('Paste at least one barcode, or choose a file.');
  const file = new File(['TUBE-1\na b c'], 'list.csv', { type: 'text/csv' });
  await userEvent.upload(dialog.getByLabelText('Or a file'), file);
  await waitFor(() => expect(dialog.getByLabelText('Barcodes *')).toHaveProperty('value', 'TUBE-1\na b c'));
  await takeList();
  await dialog.findByText('Not barcodes: a b c. Correct or remove them.');
  await userEvent.clear(dialog.getByLabelText('Barcodes *'));
  await userEvent.paste('TUBE-1\nTUBE-2');
  await takeList();
  await waitFor(() => expect(load).toHaveBeenCalledWith(['TUBE-1', 'TUBE-2']));
});
