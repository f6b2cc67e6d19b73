import { renderInRouter } from '#pwa/testing/router-wrapper.tsx';
import 'fake-indexeddb/auto';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildActor } from '#db/factories/run-rule.ts';
import { operationNamed } from '#db/operations.ts';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import { useSigningAttempts } from '#pwa/replica/hooks/use-signing-attempts.ts';
import { createSigningKey } from '#pwa/replica/signing/sealed-key.ts';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice } from '#pwa/testing/simulated-device.ts';
import { useSigningNotice } from './home-notices.tsx';

const SigningNotice = () => useSigningNotice(vi.fn());

let bench: Replica;
let deviceCount = 0;

beforeEach(async () => {
  const actor = buildActor();
  bench = await openDevice({
    name: `signing-notice-${deviceCount++}`,
    actor,
    send: new ModelServer(operationNamed).sendAs(actor),
    definition: operationNamed,
  });
});
afterEach(() => bench.close());

/** The data that the notice reads, so that its absence means something. */
const Attempts = () => <output>{`${useSigningAttempts()} attempts`}</output>;

const show = () =>
  renderInRouter(
    <ReplicaProvider replica={bench}>
      <SigningNotice />
      <Attempts />
    </ReplicaProvider>,
  );

test('a tech sees early that this device cannot sign offline', async () => {
  show();
  expect(await screen.findByText('Set up offline signing')).toBeTruthy();
  expect(screen.getByText(/Enter your PIN once while this device is connected\./)).toBeTruthy();
});

test('no notice is shown on a device that can sign', async () => {
  const api = { ...bench.api, registerKey: async () => 'key-1' };
  await createSigningKey(bench.store.side, api, 'device-1', '246810');
  show();
  expect(await screen.findByText('5 attempts')).toBeTruthy();
  expect(screen.queryByText(/Set up offline signing/)).toBeNull();
});
