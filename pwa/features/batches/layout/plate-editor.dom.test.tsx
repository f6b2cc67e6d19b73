import { renderInRouter } from '#pwa/testing/router-wrapper.tsx';
import 'fake-indexeddb/auto';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CATALOGUE } from '#db/entities.ts';
import { ANN, BOB, buildBatchWorld } from '#db/factories/benches/build-batch-world.ts';
import { operationNamed } from '#db/operations.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { MASKED } from '#db/records/patient-fields.ts';
import { sample } from '#db/samples/sample.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { useBatchView } from '#pwa/features/batches/batch-page.tsx';
import type { BatchView } from '#pwa/features/batches/batch-view.ts';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import { rowOf } from '#pwa/replica/store/document.ts';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice, readShown, syncOnce } from '#pwa/testing/simulated-device.ts';
import { PlateEditor } from './plate-editor.tsx';

const BATCH = 'batch-1';
let bench: Replica;
let server: ModelServer;
let deviceCount = 0;

beforeEach(async () => {
  server = new ModelServer(operationNamed);
  const lab = buildBatchWorld({ procedure: { negativeControls: 1 } });
  for (const entity of CATALOGUE) for (const row of lab.all(entity)) server.world.putRow(entity, row);
  server.commit();
  bench = await openDevice({ name: `plate-${deviceCount++}`, actor: ANN, send: server.sendAs(ANN) });
  await syncOnce(bench);
  const updatedAt = new Date().toISOString();
  await bench.store.side.drafts.put({
    key: `plate-selection:${BATCH}`,
    value: ['s1', 's2', 's3'],
    updatedAt,
  });
});

afterEach(() => bench.close());

let first: BatchView | null = null;

/** The page of the first render: a press comes before the next render. */
function NotYetDrawnAgain() {
  const view = useBatchView(BATCH);
  first ??= view ?? null;
  return first && <PlateEditor view={first} />;
}

async function show(): Promise<void> {
  first = null;
  renderInRouter(
    <ReplicaProvider replica={bench}>
      <NotYetDrawnAgain />
    </ReplicaProvider>,
  );
  await screen.findByRole('button', { name: 'Fill 4 wells' });
}

/** The page as users have it, rendered again with every change. */
function Live() {
  const view = useBatchView(BATCH);
  return view && <PlateEditor view={view} />;
}

const press = (name: string) => act(async () => screen.getByRole('button', { name }).click());
const verdict = () => document.querySelector('[data-verdict]')?.textContent ?? '';
const wells = async () => {
  const wellById: Record<string, string | null> = {};
  for (const id of ['s1', 's2', 's3'])
    wellById[id] = rowOf(sample, (await readShown(bench, 'samples', id))?.body ?? {}).plateLocation;
  return wellById;
};

test('Fill uses the current plate, even right after a tube was placed', async () => {
  await show();
  const place = { batchId: BATCH, sampleId: 's2', plateLocation: 'A1' };
  await act(() => bench.run('place-sample', place));
  await press('Fill 4 wells');
  await waitFor(() => expect(verdict()).toContain('Placed 2 samples and 1 control'));
  expect(await wells()).toEqual({ s1: 'B1', s2: 'A1', s3: 'C1' });
});

test('a placed tube has its well highlighted; when a colleague took it first, the verdict reports the loss', async () => {
  renderInRouter(
    <ReplicaProvider replica={bench}>
      <Live />
    </ReplicaProvider>,
  );
  await screen.findByRole('button', { name: 'Fill 4 wells' });
  const barcode = rowOf(sample, (await readShown(bench, 'samples', 's1'))?.body ?? {}).barcode;
  await press(`Place ${barcode}`);
  await press('Put in A1');
  await waitFor(() => expect(verdict()).toContain(`${barcode} is in A1`));
  const lit = await screen.findByRole('gridcell', { name: new RegExp(`^A1: ${barcode}`) });
  expect(lit.getAttribute('aria-selected')).toBe('true');

  const bob = await openDevice({ name: `plate-bob-${deviceCount}`, actor: BOB, send: server.sendAs(BOB) });
  await syncOnce(bob);
  await bob.run('place-sample', { batchId: BATCH, sampleId: 's2', plateLocation: 'A1' });
  await syncOnce(bob);
  await act(() => syncOnce(bench));
  await waitFor(() => expect(verdict()).toContain(`${barcode} has lost its well`));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
  bob.close();
});

test('a tube goes from the list to a well by keyboard alone: the focus follows it to the plate', async () => {
  renderInRouter(
    <ReplicaProvider replica={bench}>
      <Live />
    </ReplicaProvider>,
  );
  const barcode = rowOf(sample, (await readShown(bench, 'samples', 's1'))?.body ?? {}).barcode;
  (await screen.findByRole('button', { name: `Place ${barcode}` })).focus();
  await userEvent.keyboard('{Enter}');
  const focused = () => document.activeElement?.getAttribute('data-position');
  await waitFor(() => expect(focused()).toBe('A1'));
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(verdict()).toContain(`${barcode} is in B1`));
  await waitFor(() => expect(focused()).toBe('B1'));
  (await screen.findByRole('button', { name: 'Undo' })).focus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(verdict()).toContain('Taken back'));
  await waitFor(() => expect(focused()).toBe('B1'));
});

test('a well names the specimen of its sample; the record number only while the device stores it', async () => {
  await bench.run('place-sample', { batchId: BATCH, sampleId: 's1', plateLocation: 'A1' });
  await syncOnce(bench);
  const clinical = (patientMrn: string) => {
    for (const row of server.world.all(protocol)) server.world.putRow(protocol, { ...row, clinical: true });
    for (const row of server.world.all(specimen)) server.world.putRow(specimen, { ...row, patientMrn });
    server.commit();
    return act(() => syncOnce(bench));
  };
  await clinical('MRN-77120');
  renderInRouter(
    <ReplicaProvider replica={bench}>
      <Live />
    </ReplicaProvider>,
  );
  (await screen.findByRole('gridcell', { name: /^A1: / })).click();
  const owner = server.world.one(specimen, server.world.one(sample, 's1')?.specimenId ?? '');
  const link = await screen.findByRole('link', { name: owner?.julianId ?? owner?.requisitionNumber ?? '' });
  expect(link.getAttribute('href')).toBe(`/lab/specimens/${owner?.id}`);
  await screen.findByText('MRN-77120');
  await clinical(MASKED);
  await waitFor(() => expect(screen.queryByText('Patient MRN')).toBeNull());
});
