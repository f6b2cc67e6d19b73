import { renderInRouter } from '#pwa/testing/router-wrapper.tsx';
import 'fake-indexeddb/auto';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { buildActor } from '#db/factories/run-rule.ts';
import { operationNamed } from '#db/operations.ts';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice, syncOnce } from '#pwa/testing/simulated-device.ts';
import { SpecimenPage } from './specimen-page.tsx';

const openReplicas: Replica[] = [];
let deviceCount = 0;
afterEach(() => {
  cleanup();
  for (const replica of openReplicas.splice(0)) replica.close();
});

test('a specimen waits for the first load, and one that is not on the device is requested from the server', async () => {
  const server = new ModelServer(operationNamed);
  const actor = buildActor({ role: 'LAB_TECH' });
  const replica = await openDevice({
    name: `specimen-page-${deviceCount++}`,
    actor,
    send: server.sendAs(actor),
  });
  openReplicas.push(replica);
  await syncOnce(replica);
  const contact = { ...replica.contact.value, online: true, lastContactAt: Date.now() };
  const progress = { phase: 'snapshot', documents: 10, cursor: 0, head: 100 } as const;
  replica.contact.next({ ...contact, progress });
  renderInRouter(
    <ReplicaProvider replica={replica}>
      <SpecimenPage
        specimenId="left-long-ago"
        notes={null}
        files={null}
        results={() => null}
        fromServer={<p>as the server has it</p>}
        onList={() => undefined}
      />
    </ReplicaProvider>,
  );
  expect(await screen.findByLabelText('Reading the specimen')).toBeTruthy();
  expect(screen.queryByText('as the server has it')).toBeNull();
  act(() => replica.contact.next({ ...contact, progress: null }));
  expect(await screen.findByText('as the server has it')).toBeTruthy();
});
