import 'fake-indexeddb/auto';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildActor } from '#db/factories/run-rule.ts';
import { operationNamed } from '#db/operations.ts';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import { createSigningKey, hasSigningKey } from '#pwa/replica/signing/sealed-key.ts';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice } from '#pwa/testing/simulated-device.ts';
import { MyDevicesPart } from './my-devices-part.tsx';
import { SigningPart } from './signing-part.tsx';

const SIGNS_UNTIL = '2026-11-26T08:00:00.000Z';
const device = (id: string, name: string) => ({
  id,
  name,
  lastSyncAt: null,
  waiting: 0,
  revoked: false,
  signsUntil: SIGNS_UNTIL,
});

let bench: Replica;
let deviceCount = 0;

beforeEach(async () => {
  const actor = buildActor();
  bench = await openDevice({
    name: `my-devices-${deviceCount++}`,
    actor,
    send: new ModelServer(operationNamed).sendAs(actor),
    definition: operationNamed,
  });
  await createSigningKey(
    bench.store.side,
    { ...bench.api, registerKey: async () => 'key-1' },
    'this',
    '246810',
  );
  vi.stubGlobal('fetch', async () => Response.json({ ok: true }));
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await bench.close();
});

/** Remove the key of a device on the settings page. */
async function removeKey(name: string, onChanged = vi.fn()): Promise<void> {
  render(
    <ReplicaProvider replica={bench}>
      <SigningPart />
      <MyDevicesPart
        devices={[device('this', 'Zebra'), device('other', 'Tablet')]}
        thisDeviceId="this"
        onChanged={onChanged}
      />
    </ReplicaProvider>,
  );
  expect(await screen.findByText('You can sign on this device, also offline.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: `Remove the signing key of ${name}` }));
  await userEvent.click(screen.getByRole('button', { name: 'Remove signing key' }));
  await waitFor(() => expect(onChanged).toHaveBeenCalled());
}

test('removing this device from the list deletes its key at once', async () => {
  await removeKey('Zebra');
  expect(await hasSigningKey(bench.store.side)).toBe(false);
  await waitFor(() => expect(screen.queryByText('You can sign on this device, also offline.')).toBeNull());
});

test('removing another device keeps the key of this one', async () => {
  await removeKey('Tablet');
  expect(await hasSigningKey(bench.store.side)).toBe(true);
});
