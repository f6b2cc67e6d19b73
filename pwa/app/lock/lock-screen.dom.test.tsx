import 'fake-indexeddb/auto';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildSample } from '#db/factories/build-samples.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { sample } from '#db/samples/sample.ts';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import { createSigningKey } from '#pwa/replica/signing/sealed-key.ts';
import { createScanBus, type ScanBus, type ScanHandler } from '#pwa/scanning/scan-bus.ts';
import { ScanBusContext, useScan } from '#pwa/scanning/use-scan.ts';
import { findBenchOperation } from '#pwa/testing/bench-operations.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice, syncOnce, type TestReplica } from '#pwa/testing/simulated-device.ts';
import { LockScreen } from './lock-screen.tsx';

const PIN = '246810';
const user = { name: 'Tess Nakamura', email: null };
let bench: TestReplica;
let bus: ScanBus;
let deviceCount = 0;

beforeEach(async () => {
  const actor = buildActor();
  const server = new ModelServer(findBenchOperation);
  server.world.putRow(sample, buildSample({ id: 'tube-0' }));
  server.commit();
  const send = server.sendAs(actor);
  bench = await openDevice({
    name: `lock-screen-${deviceCount++}`,
    actor,
    send,
    definition: findBenchOperation,
  });
  await syncOnce(bench);
  await createSigningKey(
    bench.store.side,
    { ...bench.api, registerKey: async () => 'key-1' },
    'device-1',
    PIN,
  );
  bus = createScanBus({ repeatWindowMs: () => 0 });
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await bench.close();
});

function ScannedPage({ onScan }: { onScan: ScanHandler }) {
  useScan(onScan);
  return null;
}

function show({ hasPin = true } = {}) {
  const calls = { onUnlock: vi.fn(), onSignOut: vi.fn(), onPageScan: vi.fn() };
  render(
    <ReplicaProvider replica={bench}>
      <ScanBusContext value={bus}>
        <ScannedPage onScan={calls.onPageScan} />
        <LockScreen user={user} hasPin={hasPin} onUnlock={calls.onUnlock} onSignOut={calls.onSignOut} />
      </ScanBusContext>
    </ReplicaProvider>,
  );
  return calls;
}

const enterPin = (pin: string) =>
  fireEvent.change(screen.getByLabelText(/Your signing PIN/), { target: { value: pin } });

test('the user’s PIN unlocks a device offline, another PIN does not', async () => {
  const { onUnlock } = show();
  enterPin('135791');
  expect(await screen.findByText(/That is not your PIN\. Try again\. 4 attempts are left\./)).toBeTruthy();
  expect(onUnlock).not.toHaveBeenCalled();
  enterPin(PIN);
  await vi.waitFor(() => expect(onUnlock).toHaveBeenCalledOnce());
});

test('a scan on a locked device reaches no page and is answered', async () => {
  const { onPageScan } = show();
  act(() => void bus.publish('WBL-TUBE-0001', 'hand'));
  expect(await screen.findByText('Unlock first. This scan was not recorded.')).toBeTruthy();
  expect(onPageScan).not.toHaveBeenCalled();
});

test('a user without a PIN must enter the password, and learns when it cannot be checked', async () => {
  const { onUnlock } = show({ hasPin: false });
  fireEvent.change(screen.getByLabelText(/Your password/), { target: { value: 'demo-password-1' } });
  fireEvent.click(screen.getByRole('button', { name: 'Unlock' }));
  expect(await screen.findByText(/this device cannot check your password/)).toBeTruthy();
  expect(onUnlock).not.toHaveBeenCalled();
});

test('only a sign-out with unsent work asks first', async () => {
  const { onSignOut } = show();
  fireEvent.click(screen.getByRole('button', { name: 'Sign out' }));
  expect(onSignOut).toHaveBeenCalledOnce();
  await act(() => bench.run('count-tube', { sampleId: 'tube-0' }));
  expect(await screen.findByText('1 act waiting to be sent. Nothing is lost.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Sign out' }));
  expect(onSignOut).toHaveBeenCalledOnce();
  fireEvent.click(screen.getByRole('button', { name: 'Sign out anyway' }));
  expect(onSignOut).toHaveBeenCalledTimes(2);
});
