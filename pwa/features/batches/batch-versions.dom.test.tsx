import { renderInRouter } from '#pwa/testing/router-wrapper.tsx';
import 'fake-indexeddb/auto';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { moveBatchToVersion } from '#db/batches/move-to-version.ts';
import { CATALOGUE } from '#db/entities.ts';
import { buildBatchWorld, LEA } from '#db/factories/benches/build-batch-world.ts';
import { returned } from '#db/factories/benches/returned-bench.ts';
import { by } from '#db/factories/benches/section-operations.ts';
import { buildProcedure, buildSection } from '#db/factories/build-protocols.ts';
import { runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { operationNamed } from '#db/operations.ts';
import { procedure } from '#db/protocols/procedure.ts';
import { section } from '#db/protocols/section.ts';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice, syncOnce } from '#pwa/testing/simulated-device.ts';
import { loadDialogs } from '#pwa/ui/dialog/dialog.tsx';
import { useBatchView } from './batch-page.tsx';
import { NewerVersionNotice } from './newer-version.tsx';
import { ReturnedChoices } from './returned-batch.tsx';

let bench: Replica;
let server: ModelServer;
let deviceCount = 0;
const onRequest = vi.fn();

beforeEach(async () => {
  await loadDialogs();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  onRequest.mockReset();
  bench.close();
});

function Batch() {
  const view = useBatchView('batch-1');
  if (!view) return null;
  if (view.batch.status === 'COMPLETED') return <ReturnedChoices view={view} />;
  return (
    <>
      <p>{`Version ${view.procedure.procedureVersion}`}</p>
      <NewerVersionNotice
        view={view}
        comparison={(from, to) => `From ${from.procedureVersion} to ${to.procedureVersion}`}
      />
    </>
  );
}

/** Show the batch of a world to the lab manager. */
async function show(world: MemoryWorld): Promise<void> {
  server = new ModelServer(operationNamed);
  for (const entity of CATALOGUE) for (const row of world.all(entity)) server.world.putRow(entity, row);
  server.commit();
  bench = await openDevice({ name: `batch-versions-${deviceCount++}`, actor: LEA, send: server.sendAs(LEA) });
  await syncOnce(bench);
  bench.contact.next({ ...bench.contact.value, online: true, lastContactAt: Date.now() });
  renderInRouter(
    <ReplicaProvider replica={bench}>
      <Batch />
    </ReplicaProvider>,
  );
}

/** Return a batch that has not started, and the second version of its procedure. */
function worldWithVersion(maxSamples: number): MemoryWorld {
  const world = buildBatchWorld();
  const code = world.one(procedure, 'procedure-extraction')?.code ?? '';
  const own = { id: 'version-2', code, procedureVersion: 2, activatedAt: '2026-11-20T08:00:00.000Z' };
  const changeSummary = 'Elute in less buffer.';
  world.putRow(procedure, buildProcedure({ ...own, maxSamples, changeSummary }));
  world.putRow(section, buildSection({ id: 'lysis-2', procedureId: 'version-2', name: 'Lysis', order: 1 }));
  return world;
}

const openMove = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Compare versions…' }));
  const dialog = within(await screen.findByRole('dialog', { name: /to version 2\?$/ }));
  return { dialog, press: dialog.getByRole('button', { name: 'Move to version 2' }) };
};

test('a lab manager moves a batch to a newer version after the comparison', async () => {
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body));
    onRequest(path, body);
    await runRule(server.world, moveBatchToVersion, body.args, by(LEA, 5));
    server.commit();
    const verdict = { id: '01K0000000000000000000000V', n: 1, rev: 1, code: null, message: null };
    return Response.json({ ...verdict, outcome: 'APPLIED' });
  });
  await show(worldWithVersion(24));
  await screen.findByText('Version 1');
  const { dialog, press } = await openMove();
  dialog.getByText('From 1 to 2');
  dialog.getByText('Elute in less buffer.');
  await waitFor(() => expect(press).toHaveProperty('disabled', false));
  await userEvent.click(press);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(onRequest.mock.calls).toMatchObject([
    [
      '/api/lab/batches/batch-1',
      { operation: 'move-batch-to-version', args: { batchId: 'batch-1', procedureId: 'version-2' } },
    ],
  ]);
  await syncOnce(bench);
  await screen.findByText('Version 2');
  expect(screen.queryByRole('button', { name: 'Compare versions…' })).toBeNull();
});

test('a move that the server refuses stays in the dialog with its reason', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ error: 'The batch has started.', code: 'ALREADY_STARTED' }, { status: 409 }),
  );
  await show(worldWithVersion(24));
  const { dialog, press } = await openMove();
  await waitFor(() => expect(press).toHaveProperty('disabled', false));
  await userEvent.click(press);
  await dialog.findByText('The batch has started.');
  expect(press).toHaveProperty('disabled', false);
});

test('a lab manager resets a returned batch with a reason', async () => {
  await show(await returned());
  await userEvent.click(await screen.findByRole('button', { name: 'Reset batch…' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Reset/ }));
  await userEvent.click(dialog.getByLabelText(/^Reason/));
  await userEvent.paste('The elution buffer was expired');
  await userEvent.click(dialog.getByRole('button', { name: /^Reset batch/ }));
  await waitFor(() =>
    expect(bench.outbox.all()).toMatchObject([
      { name: 'reset-batch', args: { batchId: 'batch-1', reason: 'The elution buffer was expired' } },
    ]),
  );
});

test('a returned batch links to its samples, where they are failed', async () => {
  await show(await returned());
  const link = await screen.findByRole('link', { name: 'Fail samples' });
  expect(link.getAttribute('href')).toBe('/lab/batches/batch-1?tab=samples');
});
