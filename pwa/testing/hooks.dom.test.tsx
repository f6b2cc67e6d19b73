import 'fake-indexeddb/auto';
import { act, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildSample } from '#db/factories/build-samples.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { sample } from '#db/samples/sample.ts';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import { useRow } from '#pwa/replica/hooks/use-document.ts';
import { usePendingFor } from '#pwa/replica/hooks/use-operations.ts';
import { useRows } from '#pwa/replica/hooks/use-query.ts';
import { useDraft } from '#pwa/replica/hooks/use-stored-draft.ts';
import { useSyncStatus } from '#pwa/replica/hooks/use-sync-status.ts';
import { findBenchOperation } from './bench-operations.ts';
import { ModelServer } from './model-server.ts';
import { openDevice, syncOnce, type TestReplica } from './simulated-device.ts';

let server: ModelServer;
let bench: TestReplica;
let deviceCount = 0;

beforeEach(async () => {
  server = new ModelServer(findBenchOperation);
  for (let index = 0; index < 3; index++) {
    server.world.putRow(
      sample,
      buildSample({ id: `tube-${index}`, barcode: `T-${index}`, storageLocationId: 'box-1' }),
    );
  }
  server.commit();
  const actor = buildActor();
  bench = await openDevice({
    name: `hooks-${deviceCount++}`,
    actor,
    send: server.sendAs(actor),
    definition: findBenchOperation,
  });
  await syncOnce(bench);
});

afterEach(() => bench.close());

function Bench() {
  const tube = useRow(sample, 'tube-0');
  const missing = useRow(sample, 'tube-9');
  const inBox = useRows(sample, { storageLocationId: 'box-1' });
  const pending = usePendingFor('tube-0');
  const { waiting } = useSyncStatus();
  const draft = useDraft('scan', [] as string[], (storedValue) =>
    Array.isArray(storedValue) ? storedValue.map(String) : undefined,
  );
  return (
    <>
      <p data-testid="place">{tube === undefined ? 'reading' : tube?.storageLocationId}</p>
      <p data-testid="missing">{missing === null ? 'not here' : 'reading'}</p>
      <p data-testid="box">
        {inBox
          ?.map(({ id }) => id)
          .sort()
          .join(' ')}
      </p>
      <p data-testid="waiting">{`${pending} of ${waiting}`}</p>
      <p data-testid="draft">{draft.value?.join(' ') ?? 'reading'}</p>
      <button type="button" onClick={() => void draft.save([...(draft.value ?? []), 'T-1'])}>
        scan
      </button>
    </>
  );
}

const show = () =>
  render(
    <ReplicaProvider replica={bench}>
      <Bench />
    </ReplicaProvider>,
  );
const expectText = (id: string, text: string) =>
  waitFor(() => expect(screen.getByTestId(id).textContent).toBe(text));

describe('a screen on the replica', () => {
  test("shows pulled data, then the user's operation as waiting, then as sent", async () => {
    show();
    await expectText('place', 'box-1');
    await expectText('missing', 'not here');
    await expectText('box', 'tube-0 tube-1 tube-2');
    await act(() => bench.run('place-tube', { sampleId: 'tube-0', containerId: 'box-2', position: 'A1' }));
    await expectText('place', 'box-2');
    await expectText('box', 'tube-1 tube-2');
    await expectText('waiting', '1 of 1');
    await act(() => syncOnce(bench));
    await expectText('waiting', '0 of 0');
    await expectText('place', 'box-2');
  });

  test('restores a draft after the page was opened again', async () => {
    const first = show();
    await expectText('draft', '');
    act(() => screen.getByRole('button', { name: 'scan' }).click());
    await expectText('draft', 'T-1');
    first.unmount();
    show();
    await expectText('draft', 'T-1');
  });
});
