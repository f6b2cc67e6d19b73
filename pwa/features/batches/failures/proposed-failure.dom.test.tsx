import { renderInRouter } from '#pwa/testing/router-wrapper.tsx';
import 'fake-indexeddb/auto';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { proposeBatchFailure } from '#db/batches/failures/fail-batch.ts';
import { CATALOGUE } from '#db/entities.ts';
import { ANN, LEA } from '#db/factories/benches/build-batch-world.ts';
import { by, startedWorld } from '#db/factories/benches/section-operations.ts';
import { runRule } from '#db/factories/run-rule.ts';
import type { Actor } from '#db/operation.ts';
import { operationNamed } from '#db/operations.ts';
import { BatchActionDialog } from '#pwa/features/batches/batch-action-dialog.tsx';
import { useBatchView } from '#pwa/features/batches/batch-page.tsx';
import { useProposedBatchesNotice } from '#pwa/features/batches/proposed-batches.tsx';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice, syncOnce } from '#pwa/testing/simulated-device.ts';
import { ProposedFailure } from './proposed-failure.tsx';

const ProposedBatches = () => useProposedBatchesNotice(true);

let bench: Replica;
let deviceCount = 0;
const user = userEvent.setup();

afterEach(() => {
  cleanup();
  bench.close();
});

function OfBatch() {
  const view = useBatchView('batch-1');
  return view ? <ProposedFailure view={view} /> : null;
}

/** Ann has proposed that the batch fails; this user sees it on an offline device. */
async function show(actor: Actor): Promise<void> {
  const world = await startedWorld();
  const proposal = { failureReason: 'INSUFFICENT_RESULTS', failureNotes: 'No DNA in any well' } as const;
  await runRule(world, proposeBatchFailure, { batchId: 'batch-1', ...proposal }, by(ANN, 5));
  const server = new ModelServer(operationNamed);
  for (const entity of CATALOGUE) for (const row of world.all(entity)) server.world.putRow(entity, row);
  server.commit();
  bench = await openDevice({ name: `proposed-${deviceCount++}`, actor, send: server.sendAs(actor) });
  await syncOnce(bench);
  renderInRouter(
    <ReplicaProvider replica={bench}>
      <ProposedBatches />
      <OfBatch />
    </ReplicaProvider>,
  );
  await screen.findByText('Ann proposes to fail this batch on QC');
}

test("the lab manager finds the batch in the list and fails it with the tech's reason", async () => {
  await show(LEA);
  await screen.findByText('1 batch proposed to fail QC needs your decision');
  expect(screen.getByRole('link').getAttribute('href')).toBe('/lab/batches/batch-1');
  expect(screen.getByText(/^Insufficient results: No DNA in any well/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Fail batch on QC…' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByLabelText(/^Notes/)).toHaveProperty('value', 'No DNA in any well');
  await user.click(dialog.getByRole('button', { name: /^Fail batch on QC W/ }));
  await waitFor(() => expect(screen.queryByText(/proposed? to fail|proposes to fail/)).toBeNull());
  expect(bench.outbox.all()).toMatchObject([
    { name: 'fail-batch', args: { qc: true, failureReason: 'INSUFFICENT_RESULTS' } },
  ]);
});

test('the lab manager declines with a reason', async () => {
  await show(LEA);
  await user.click(await screen.findByRole('button', { name: 'Decline…' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByLabelText(/^Reason/));
  await user.paste('The blank ran clean');
  await user.click(dialog.getByRole('button', { name: 'Decline the proposal' }));
  await waitFor(() => expect(screen.queryByText(/proposes to fail/)).toBeNull());
  expect(bench.outbox.all()).toMatchObject([{ name: 'decline-batch-failure' }]);
});

const RESET = { name: 'reset', label: 'Reset batch', danger: true, note: null } as const;
const ignore = (): void => undefined;

function Reset() {
  const view = useBatchView('batch-1');
  return view ? <BatchActionDialog action={RESET} view={view} onClose={ignore} onDone={ignore} /> : null;
}

test('a batch is reset only with a reason', async () => {
  await show(LEA);
  renderInRouter(
    <ReplicaProvider replica={bench}>
      <Reset />
    </ReplicaProvider>,
  );
  const dialog = within(await screen.findByRole('dialog', { name: /^Reset batch W/ }));
  const press = () => user.click(dialog.getByRole('button', { name: /^Reset batch W/ }));
  await press();
  await dialog.findByText('A reason is required.');
  expect(bench.outbox.all()).toEqual([]);
  await user.click(dialog.getByLabelText('Reason *'));
  await user.paste(' Wrong buffer ');
  await press();
  await waitFor(() =>
    expect(bench.outbox.all()).toMatchObject([
      { name: 'reset-batch', args: { batchId: 'batch-1', reason: 'Wrong buffer' } },
    ]),
  );
});

test('the proposer sees that it waits, without buttons', async () => {
  await show(ANN);
  expect(screen.getByText('A lab manager or director decides. Until then the batch continues.')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByRole('link')).toBeNull();
});
