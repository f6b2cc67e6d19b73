import 'fake-indexeddb/auto';
import { act, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildSample } from '#db/factories/build-sample.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { sample } from '#db/samples/sample.ts';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import { useRow } from '#pwa/replica/hooks/use-document.ts';
import { useDraft } from '#pwa/replica/hooks/use-draft.ts';
import { usePendingFor } from '#pwa/replica/hooks/use-operations.ts';
import { useRows } from '#pwa/replica/hooks/use-query.ts';
import { useSyncStatus } from '#pwa/replica/hooks/use-sync-status.ts';
import { benchAct } from './bench-acts.ts';
import { ModelServer } from './model-server.ts';
import { openDevice, syncOnce, type TestReplica } from './simulated-device.ts';

let server: ModelServer;
let bench: TestReplica;
let made = 0;

beforeEach(async () => {
  server = new ModelServer(benchAct);
  for (let index = 0; index < 3; index++) {
    server.world.putRow(
      sample,
      buildSample({ id: `tube-${index}`, barcode: `T-${index}`, storageLocationId: 'box-1' }),
    );
  }
  server.commit();
  const actor = buildActor();
  bench = await openDevice({
    name: `hooks-${made++}`,
    actor,
    send: server.sendAs(actor),
    definition: benchAct,
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
  const draft = useDraft('scan', [] as string[], (stored) =>
    Array.isArray(stored) ? stored.map(String) : undefined,
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
const says = (id: string, text: string) =>
  waitFor(() => expect(screen.getByTestId(id).textContent).toBe(text));

describe('a screen on the replica', () => {
  test('shows what was pulled, then what the person did, and that it waits; then that it was sent', async () => {
    show();
    await says('place', 'box-1');
    await says('missing', 'not here');
    await says('box', 'tube-0 tube-1 tube-2');
    await act(() => bench.run('place-tube', { sampleId: 'tube-0', containerId: 'box-2', position: 'A1' }));
    await says('place', 'box-2');
    await says('box', 'tube-1 tube-2');
    await says('waiting', '1 of 1');
    await act(() => syncOnce(bench));
    await says('waiting', '0 of 0');
    await says('place', 'box-2');
  });

  test('a draft is there again after the page was opened anew', async () => {
    const first = show();
    await says('draft', '');
    act(() => screen.getByRole('button', { name: 'scan' }).click());
    await says('draft', 'T-1');
    first.unmount();
    show();
    await says('draft', 'T-1');
  });
});
