import { renderInRouter } from '#pwa/testing/router-wrapper.tsx';
import 'fake-indexeddb/auto';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CATALOGUE } from '#db/entities.ts';
import { ANN, LEA } from '#db/factories/benches/build-batch-world.ts';
import { worldWithBuffer } from '#db/factories/benches/section-operations.ts';
import type { Actor } from '#db/operation.ts';
import { operationNamed } from '#db/operations.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { sample } from '#db/samples/sample.ts';
import { useBatchView } from '#pwa/features/batches/batch-page.tsx';
import { BatchSamples } from '#pwa/features/batches/batch-samples.tsx';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import { useRow } from '#pwa/replica/hooks/use-document.ts';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { createScanBus } from '#pwa/scanning/scan-bus.ts';
import { ScanBusContext } from '#pwa/scanning/use-scan.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice, syncOnce } from '#pwa/testing/simulated-device.ts';
import { FailureReview } from './failure-decisions.tsx';

const user = userEvent.setup();
const WAITING_TITLE = 'Awaiting confirmation by a director or lab manager';
const openReplicas: Replica[] = [];
let server: ModelServer;
let deviceCount = 0;

// Two tubes of a clinical protocol in progress; a tech has failed the first.
beforeEach(async () => {
  server = new ModelServer(operationNamed);
  const lab = await worldWithBuffer({}, { remaining: '500' });
  for (const row of lab.all(protocol)) lab.putRow(protocol, { ...row, clinical: true });
  for (const entity of CATALOGUE) for (const row of lab.all(entity)) server.world.putRow(entity, row);
  server.commit();
  const tech = await deviceOf(ANN);
  const failure = { failureReason: 'BAD_SAMPLE' as const, failureNotes: 'Clotted' };
  await tech.run('fail-sample', { sampleId: 's1', ...failure });
  await syncOnce(tech);
});

afterEach(() => {
  cleanup();
  for (const replica of openReplicas.splice(0)) replica.close();
});

async function deviceOf(actor: Actor): Promise<Replica> {
  const replica = await openDevice({ name: `deciding-${deviceCount++}`, actor, send: server.sendAs(actor) });
  openReplicas.push(replica);
  await syncOnce(replica);
  return replica;
}
const tube = () => server.world.all(sample).find((one) => one.id === 's1');

function Reviewed() {
  const row = useRow(sample, 's1');
  return row ? <FailureReview row={row} /> : <p>Reading</p>;
}

function Tab() {
  const view = useBatchView('batch-1');
  return view ? <BatchSamples view={view} onOpen={() => undefined} /> : <p>Reading</p>;
}

test('a tech sees the pending decision about the failure, without buttons', async () => {
  renderInRouter(
    <ReplicaProvider replica={await deviceOf(ANN)}>
      <Reviewed />
    </ReplicaProvider>,
  );
  await screen.findByText(WAITING_TITLE);
  screen.getByText('Bad sample: Clotted');
  expect(screen.queryAllByRole('button')).toEqual([]);
});

test('a lab manager confirms the failure on the page of the sample, offline', async () => {
  const manager = await deviceOf(LEA);
  renderInRouter(
    <ReplicaProvider replica={manager}>
      <Reviewed />
    </ReplicaProvider>,
  );
  await user.click(await screen.findByRole('button', { name: 'Confirm failure' }));
  await waitFor(() => expect(screen.queryByText(WAITING_TITLE)).toBeNull());
  await screen.findByText('This sample failed');
  await syncOnce(manager);
  expect(tube()).toMatchObject({ status: 'FAILED_QC', flaggedForReview: false });
});

test('the lab manager selects the sample in its batch and overturns the failure with a reason', async () => {
  const manager = await deviceOf(LEA);
  renderInRouter(
    <ReplicaProvider replica={manager}>
      <Tab />
    </ReplicaProvider>,
  );
  await screen.findByText(new RegExp(WAITING_TITLE));
  expect(screen.queryByRole('button', { name: /Overturn failure/ })).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: /W26325-0001-01/ }));
  await user.click(await screen.findByRole('button', { name: 'Overturn failure…' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Overturn failure' }));
  await dialog.findByText('A reason is required.');
  await user.click(dialog.getByRole('textbox'));
  await user.paste('The clot was a bubble');
  await user.click(dialog.getByRole('button', { name: 'Overturn failure' }));
  await waitFor(() => expect(screen.queryByText(new RegExp(WAITING_TITLE))).toBeNull());
  await syncOnce(manager);
  expect(tube()).toMatchObject({ status: 'IN_QUEUE', batchId: null, flaggedForReview: false });
});

test('a scan in the failure dialog selects no other sample', async () => {
  const bus = createScanBus({ repeatWindowMs: () => 0 });
  const scan = async (code: string): Promise<void> => {
    act(() => void bus.publish(code, 'hand'));
    await waitFor(() => expect(bus.waiting()).toBe(0));
  };
  renderInRouter(
    <ReplicaProvider replica={await deviceOf(ANN)}>
      <ScanBusContext value={bus}>
        <Tab />
      </ScanBusContext>
    </ReplicaProvider>,
  );
  await screen.findByText(new RegExp(WAITING_TITLE));
  await scan('W26325-0002-01');
  await user.click(await screen.findByRole('button', { name: 'Fail 1…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Fail W26325-0002-01?' }));
  await scan('W26325-0001-01');
  await dialog.findByText('Close this window, then scan.');
  await scan('W26325-0002-01');
  await dialog.findByText('Already chosen.');
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  screen.getByRole('button', { name: 'Fail samples…' });
});
