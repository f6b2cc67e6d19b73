import 'fake-indexeddb/auto';
import { act, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { batchOf } from '#db/batches/find-batch.ts';
import { buildSample } from '#db/factories/build-samples.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { sample } from '#db/samples/sample.ts';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import { useChooseForPlate, usePlateSelection } from '#pwa/replica/hooks/use-plate-selection.ts';
import { useRuleRead } from '#pwa/replica/hooks/use-rule-read.ts';
import { findBenchOperation } from './bench-operations.ts';
import { ModelServer } from './model-server.ts';
import { openDevice, readShown, syncOnce, type TestReplica } from './simulated-device.ts';

let bench: TestReplica;
let deviceCount = 0;

beforeEach(async () => {
  const server = new ModelServer(findBenchOperation);
  for (const id of ['tube-0', 'tube-1'])
    server.world.putRow(sample, buildSample({ id, barcode: id.toUpperCase(), storageLocationId: 'box-1' }));
  server.commit();
  const actor = buildActor();
  const name = `rules-${deviceCount++}`;
  bench = await openDevice({ name, actor, send: server.sendAs(actor), definition: findBenchOperation });
  await syncOnce(bench);
});

afterEach(() => bench.close());

function Screen() {
  const places = useRuleRead(['samples'], 'box-1', async (tx) => {
    const rows = await tx.find(sample, { storageLocationId: 'box-1' });
    await tx.patch(sample, 'tube-1', { storagePosition: 'never kept' });
    return rows.map((row) => `${row.barcode} ${row.storagePosition ?? 'loose'}`).join(', ');
  });
  const batch = useRuleRead(['batches'], 'b9', (tx, context) => batchOf(tx, context, 'b9'));
  const selection = usePlateSelection('b1');
  const choose = useChooseForPlate();
  return (
    <>
      <p data-testid="places">{places}</p>
      <p data-testid="batch">{batch === null ? 'not here' : 'reading'}</p>
      <p data-testid="chosen">{selection.value?.join(' ')}</p>
      <button type="button" onClick={() => void choose('b2', ['tube-1', 'tube-0', 'tube-1'])}>
        choose
      </button>
    </>
  );
}

const show = () =>
  render(
    <ReplicaProvider replica={bench}>
      <Screen />
    </ReplicaProvider>,
  );
const text = (id: string) => screen.getByTestId(id).textContent;

test('a screen sees what a rule would read, follows operations, and stores nothing that the reader writes', async () => {
  show();
  await waitFor(() => expect(text('places')).toBe('TUBE-0 loose, TUBE-1 loose'));
  await waitFor(() => expect(text('batch')).toBe('not here'));
  await act(() => bench.run('place-tube', { sampleId: 'tube-0', containerId: 'box-1', position: 'A1' }));
  await waitFor(() => expect(text('places')).toBe('TUBE-0 A1, TUBE-1 loose'));
  expect((await readShown(bench, 'samples', 'tube-1'))?.body['storagePosition']).toBeNull();
});

test('the selection of the queue for a plate is stored without duplicates, in selection order', async () => {
  show();
  await waitFor(() => expect(text('chosen')).toBe(''));
  await act(async () => screen.getByRole('button', { name: 'choose' }).click());
  await waitFor(async () =>
    expect((await bench.store.side.drafts.get('plate-selection:b2'))?.value).toEqual(['tube-1', 'tube-0']),
  );
});
