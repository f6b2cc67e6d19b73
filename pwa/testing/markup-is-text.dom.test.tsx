import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { buildActor } from '#db/factories/run-rule.ts';
import { QuarantineList } from '#pwa/features/records/data-sync/quarantine-list.tsx';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import { findBenchOperation } from './bench-operations.ts';
import { ModelServer } from './model-server.ts';
import { openDevice } from './simulated-device.ts';

const MARKUP = '<img src=x onerror=alert(1)><script>alert(2)</script>';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('stored XSS: markup in a name, a device, an operation and its arguments is shown as text', async () => {
  const heldRow = {
    id: 'held-1',
    name: MARKUP,
    occurredAt: '2026-11-21T10:00:00.000Z',
    receivedAt: '2026-11-21T11:00:00.000Z',
    code: null,
    message: MARKUP,
    args: { fileName: `${MARKUP}.pdf`, note: MARKUP },
    userName: MARKUP,
    deviceName: MARKUP,
  };
  const operations = { rows: [], total: 0, page: 1, limit: 1 };
  const dataSync = { operations, conflicts: [], devices: [], quarantine: [heldRow] };
  vi.stubGlobal('fetch', async () => Response.json(dataSync));
  const actor = buildActor({ role: 'LAB_MANAGER' });
  const replica = await openDevice({
    name: 'markup',
    actor,
    send: new ModelServer(findBenchOperation).sendAs(actor),
  });
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <ReplicaProvider replica={replica}>
        <QuarantineList />
      </ReplicaProvider>
    </QueryClientProvider>,
  );
  expect((await screen.findAllByText(MARKUP)).length).toBeGreaterThan(2);
  expect(container.querySelectorAll('img, script')).toHaveLength(0);
  await replica.close();
});
