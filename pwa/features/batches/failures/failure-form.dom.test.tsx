import { renderInRouter } from '#pwa/testing/router-wrapper.tsx';
import 'fake-indexeddb/auto';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CATALOGUE } from '#db/entities.ts';
import { ANN, LEA } from '#db/factories/benches/build-batch-world.ts';
import { by, LYSIS, record, worldWithBuffer } from '#db/factories/benches/section-operations.ts';
import { buildEquipment, buildInventoryItem } from '#db/factories/build-inventory.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { equipment } from '#db/inventory/equipment.ts';
import { inventoryItem } from '#db/inventory/inventory-item.ts';
import type { Actor } from '#db/operation.ts';
import { operationNamed } from '#db/operations.ts';
import { scanEquipment } from '#db/protocols/sections/section-marks.ts';
import { sample } from '#db/samples/sample.ts';
import { useBatchView } from '#pwa/features/batches/batch-page.tsx';
import { InReview } from '#pwa/features/batches/in-review.tsx';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice, syncOnce } from '#pwa/testing/simulated-device.ts';
import { FailSamplesDialog } from './fail-samples-dialog.tsx';

const user = userEvent.setup();
const openReplicas: Replica[] = [];
let server: ModelServer;
let deviceCount = 0;

// Two tubes in progress with two lots of buffer and one instrument.
beforeEach(async () => {
  server = new ModelServer(operationNamed);
  const lab = await worldWithBuffer({}, { remaining: '500' });
  const second = { id: 'lot-2', inventoryTypeId: 'type-buffer', lotNumber: 'L2' };
  lab.putRow(inventoryItem, buildInventoryItem(second));
  lab.putRow(equipment, buildEquipment({ id: 'cycler', name: 'Cycler 1', certificationInterval: null }));
  await runRule(lab, scanEquipment, { assignedSectionId: LYSIS, equipmentId: 'cycler' }, by(ANN, 1));
  for (const [minute, lot] of ['L1', 'L2'].entries())
    await record(lab, LYSIS, 'buffer', null, lot, by(ANN, minute + 2));
  for (const entity of CATALOGUE) for (const row of lab.all(entity)) server.world.putRow(entity, row);
  server.commit();
});

afterEach(() => {
  for (const replica of openReplicas.splice(0)) replica.close();
});

async function deviceOf(actor: Actor): Promise<Replica> {
  const replica = await openDevice({ name: `failing-${deviceCount++}`, actor, send: server.sendAs(actor) });
  openReplicas.push(replica);
  await syncOnce(replica);
  return replica;
}
const lot = (id: string) => server.world.all(inventoryItem).find((one) => one.id === id);
const tick = async (name: RegExp | string): Promise<void> =>
  user.click(await screen.findByRole('checkbox', { name }));
const choose = async (reason: string): Promise<void> =>
  user.selectOptions(await screen.findByRole('combobox', { name: /Reason/ }), reason);
const confirm = async (): Promise<void> => {
  const button = await screen.findByRole('button', { name: 'Fail W26325-0001-01' });
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
  await user.click(button);
};

test('the user names the suspected lots of an inventory issue offline; they are quarantined on every device', async () => {
  const bench = await deviceOf(ANN);
  let closed = false;
  renderInRouter(
    <ReplicaProvider replica={bench}>
      <FailSamplesDialog
        open
        samples={[{ id: 's1', barcode: 'W26325-0001-01' }]}
        onClose={() => {
          closed = true;
        }}
      />
    </ReplicaProvider>,
  );
  await choose('Inventory issue');
  await confirm();
  await screen.findByText('Select suspects, or none of these.');
  const group = screen.getByRole('group', { name: /Which lots do you suspect/ });
  await waitFor(() => expect(within(group).getAllByRole('checkbox')).toHaveLength(3));
  await tick('None of these lots');
  await tick(/^L2/);
  await screen.findByRole('checkbox', { name: 'None of these lots', checked: false });
  await confirm();
  await waitFor(() => expect(closed).toBe(true));
  await syncOnce(bench);
  expect([lot('lot-1')?.quarantined, lot('lot-2')?.quarantined]).toEqual([false, true]);
  expect(server.world.all(sample).find((one) => one.id === 's1')?.failureReason).toBe('INVENTORY_ISSUE');
});

test('the only instrument of the batch is selected at once, and another reason requires nothing', async () => {
  const bench = await deviceOf(ANN);
  renderInRouter(
    <ReplicaProvider replica={bench}>
      <FailSamplesDialog open samples={[{ id: 's1', barcode: 'W26325-0001-01' }]} onClose={() => undefined} />
    </ReplicaProvider>,
  );
  const button = await screen.findByRole('button', { name: 'Fail W26325-0001-01' });
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
  await choose('Equipment malfunction');
  await screen.findByRole('checkbox', { name: /^Cycler 1/, checked: true });
  await choose('Bad sample');
  await waitFor(() => expect(screen.queryAllByRole('checkbox')).toEqual([]));
});

test('a reason that needs notes is refused without them, and the rest is recorded as entered', async () => {
  const bench = await deviceOf(ANN);
  renderInRouter(
    <ReplicaProvider replica={bench}>
      <FailSamplesDialog open samples={[{ id: 's1', barcode: 'W26325-0001-01' }]} onClose={() => undefined} />
    </ReplicaProvider>,
  );
  await confirm();
  await screen.findByText('A reason is required.');
  await choose('Lab technician error');
  await waitFor(() => expect(screen.queryByText('A reason is required.')).toBeNull());
  await screen.findByText('Notes are required for Lab technician error.');
  await choose('Insufficient results');
  await waitFor(() => expect(screen.queryByText(/^Notes are required/)).toBeNull());
  await choose('Lab technician error');
  await user.click(screen.getByLabelText('Notes *'));
  await user.paste(' Wrong pipette ');
  await confirm();
  await waitFor(() =>
    expect(bench.outbox.all().map(({ name, args }) => ({ name, args }))).toEqual([
      {
        name: 'fail-sample',
        args: { sampleId: 's1', failureReason: 'LAB_TECHNICIAN_ERROR', failureNotes: 'Wrong pipette' },
      },
    ]),
  );
});

function Reviewed() {
  const view = useBatchView('batch-1');
  return view ? <InReview view={view} /> : <p>Reading</p>;
}

test('the batch names the quarantined lot; a lab manager releases it with a reason', async () => {
  const bench = await deviceOf(ANN);
  const failure = { failureReason: 'INVENTORY_ISSUE' as const, failureNotes: null, suspectLotIds: ['lot-1'] };
  await bench.run('fail-sample', { sampleId: 's1', ...failure });
  await syncOnce(bench);
  const manager = await deviceOf(LEA);
  renderInRouter(
    <ReplicaProvider replica={manager}>
      <Reviewed />
    </ReplicaProvider>,
  );
  await screen.findByText('Lot L1 is quarantined');
  await user.click(screen.getByRole('button', { name: 'Release with a reason…' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('textbox'));
  await user.paste('The control ran clean');
  await user.click(dialog.getByRole('button', { name: 'Release lot L1' }));
  await waitFor(() => expect(screen.queryByText('Lot L1 is quarantined')).toBeNull());
  await syncOnce(manager);
  expect(lot('lot-1')?.quarantined).toBe(false);
});
