import { renderInRouter } from '#pwa/testing/router-wrapper.tsx';
import 'fake-indexeddb/auto';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { batch } from '#db/batches/batch.ts';
import { buildBatch } from '#db/factories/build-batches.ts';
import { buildOrder } from '#db/factories/build-ordering.ts';
import { buildProcedure } from '#db/factories/build-protocols.ts';
import { buildSample } from '#db/factories/build-samples.ts';
import { buildSpecimen } from '#db/factories/build-specimens.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { operationNamed } from '#db/operations.ts';
import { order } from '#db/ordering/orders/order.ts';
import { procedure } from '#db/protocols/procedure.ts';
import { sample } from '#db/samples/sample.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice, readShown, syncOnce } from '#pwa/testing/simulated-device.ts';
import { loadDialogs } from '#pwa/ui/dialog/dialog.tsx';
import { OverrideDialog } from '#pwa/ui/override/override-dialog.tsx';
import { batchOverride } from './batch-actions.tsx';

const REASON = 'The wrong batch was started';
const method = buildProcedure({ id: 'method', sampleInputVolume: '20' });
const running = buildBatch({
  id: 'run',
  status: 'IN_PROGRESS',
  procedureId: 'method',
  startedAt: '2026-11-21T08:00:00.000Z',
});
let bench: Replica;
let deviceCount = 0;
const onRequest = vi.fn();
const onClose = vi.fn();

beforeEach(async () => {
  await loadDialogs();
  const server = new ModelServer(operationNamed);
  server.world.putRow(procedure, method);
  server.world.putRow(order, buildOrder({ id: 'order', status: 'PROCESSING' }));
  server.world.putRow(specimen, buildSpecimen({ id: 'specimen', orderId: 'order', status: 'IN_PROGRESS' }));
  server.world.putRow(batch, running);
  const well = { batchId: 'run', plateLocation: 'A1', batchOrder: 1, status: 'IN_PROGRESS' } as const;
  server.world.putRow(
    sample,
    buildSample({ id: 'tube', barcode: 'TUBE-1', specimenId: 'specimen', remainingVolume: '80', ...well }),
  );
  server.commit();
  const actor = buildActor({ role: 'LAB_MANAGER' });
  bench = await openDevice({ name: `override-${deviceCount++}`, actor, send: server.sendAs(actor) });
  await syncOnce(bench);
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    onRequest(path, JSON.parse(String(init.body)));
    const verdict = { id: '01K0000000000000000000000V', n: 1, rev: 1, code: null, message: null };
    return Response.json({ ...verdict, outcome: 'APPLIED' });
  });
  const target = batchOverride({ batch: running, procedure: method }, 'LAB_MANAGER');
  if (!target) throw new Error('The lab manager may override a running batch.');
  renderInRouter(
    <ReplicaProvider replica={bench}>
      <OverrideDialog target={target} onClose={onClose} />
    </ReplicaProvider>,
  );
});
afterEach(async () => {
  vi.unstubAllGlobals();
  onRequest.mockReset();
  onClose.mockReset();
  await bench.close();
});

const choose = async (label: string) =>
  userEvent.selectOptions(await screen.findByRole('combobox', { name: /New status/ }), label);
const confirm = async () => userEvent.click(screen.getByRole('button', { name: 'Override status' }));

test('the dialog previews affected samples, volumes and specimens, and changes none of them', async () => {
  await choose('Not started');
  expect(await screen.findByText('Sample TUBE-1')).toBeTruthy();
  expect(screen.getByText('In progress → Batch assigned · 80 µL → 100 µL')).toBeTruthy();
  expect((await readShown(bench, 'samples', 'tube'))?.body['remainingVolume']).toBe('80');
  expect(bench.outbox.all()).toEqual([]);
  expect(onRequest).not.toHaveBeenCalled();
});

test('a reason of less than ten characters sends nothing', async () => {
  await choose('Not started');
  await userEvent.type(screen.getByRole('textbox', { name: /Reason/ }), 'too short');
  await confirm();
  expect(await screen.findByText('Give a reason of at least 10 characters.')).toBeTruthy();
  expect(onRequest).not.toHaveBeenCalled();
});

test('the override is sent with status and reason, and the dialog closes', async () => {
  await choose('Not started');
  await userEvent.click(screen.getByRole('textbox', { name: /Reason/ }));
  await userEvent.paste(REASON);
  await confirm();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(onRequest).toHaveBeenCalledExactlyOnceWith('/api/lab/batches/override', {
    batchId: 'run',
    status: 'NOT_STARTED',
    reason: REASON,
  });
});

test("an override to failed asks why the batch's samples fail", async () => {
  await choose('Failed');
  expect(screen.queryByText('Sample TUBE-1')).toBeNull();
  await userEvent.selectOptions(
    screen.getByRole('combobox', { name: /Why the samples fail/ }),
    'Equipment malfunction',
  );
  expect(await screen.findByText('In progress → Failed QC')).toBeTruthy();
});

test('a tech and a project manager cannot override a batch', () => {
  for (const role of ['LAB_TECH', 'PROJECT_MANAGER', 'CS_MANAGER'] as const)
    expect(batchOverride({ batch: running, procedure: method }, role)).toBeNull();
});
