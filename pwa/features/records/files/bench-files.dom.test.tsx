import 'fake-indexeddb/auto';
import { render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { buildActor } from '#db/factories/run-rule.ts';
import { operationNamed } from '#db/operations.ts';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice } from '#pwa/testing/simulated-device.ts';
import { BenchFiles } from './bench-files.tsx';

const user = { id: 'user-tech', role: 'LAB_TECH' };
vi.mock('#pwa/replica/session/session.ts', () => ({ useSession: () => ({ session: { user } }) }));
vi.mock('./online-files.tsx', () => {
  throw new Error('Failed to fetch dynamically imported module');
});

let bench: Replica;
afterEach(() => bench.close());

async function show(online: boolean): Promise<void> {
  const server = new ModelServer(operationNamed);
  const actor = buildActor();
  bench = await openDevice({ name: `files-${online}`, actor, send: server.sendAs(actor) });
  if (online) bench.contact.next({ ...bench.contact.value, online, lastContactAt: Date.now() });
  render(
    <ReplicaProvider replica={bench}>
      <p>The rest of the page</p>
      <BenchFiles targetType="Sample" targetId="tube" />
    </ReplicaProvider>,
  );
}

test('offline the page says that files need the network', async () => {
  await show(false);
  expect(await screen.findByText(/Files need the network/)).toBeTruthy();
});

test('files whose code fails to load leave the rest of the page intact', async () => {
  await show(true);
  expect(await screen.findByText('The files could not be loaded.')).toBeTruthy();
  expect(screen.getByText('The rest of the page')).toBeTruthy();
});
