import 'fake-indexeddb/auto';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildSample } from '#db/factories/build-samples.ts';
import { buildStorageManagement } from '#db/factories/build-storage.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { operationNamed } from '#db/operations.ts';
import { sample } from '#db/samples/sample.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice, syncOnce } from '#pwa/testing/simulated-device.ts';
import { StoragePart } from './storage-part.tsx';

let bench: Replica;
let isOnline = true;
let deviceCount = 0;

beforeEach(async () => {
  isOnline = true;
  const actor = buildActor();
  const server = new ModelServer(operationNamed);
  server.world.putRow(storageManagement, buildStorageManagement({ id: 'box', name: 'Box 1' }));
  for (const id of ['s1', 's2', 's3'])
    server.world.putRow(sample, buildSample({ id, storageLocationId: 'box' }));
  server.commit();
  const send = server.sendAs(actor);
  bench = await openDevice({
    name: `storage-${deviceCount++}`,
    actor,
    send: (...request) => (isOnline ? send(...request) : Promise.reject(new TypeError('Failed to fetch'))),
    definition: operationNamed,
  });
  await syncOnce(bench);
});
afterEach(async () => {
  Reflect.deleteProperty(navigator, 'storage');
  await bench.close();
});

/** Answer for the browser, and show the part. */
function renderPart(browser: {
  persisted: boolean;
  persist?: () => Promise<boolean>;
  usage?: number;
  quota?: number;
}) {
  const { persisted, persist = async () => persisted, usage, quota } = browser;
  const storage = { persisted: async () => persisted, persist, estimate: async () => ({ usage, quota }) };
  Object.defineProperty(navigator, 'storage', { value: storage, configurable: true });
  render(
    <ReplicaProvider replica={bench}>
      <StoragePart />
    </ReplicaProvider>,
  );
}

/** Return the width of the bar, which is drawn for the eye only. */
const barWidth = (): string | undefined => document.querySelector<HTMLElement>('[style]')?.style.width;

/** Return the value beside a name. */
const valueText = async (name: string): Promise<string | null> =>
  (await screen.findByText(name)).nextElementSibling?.textContent ?? null;

test('the settings count the stored records of each kind, also without a network', async () => {
  isOnline = false;
  renderPart({ persisted: true, usage: 182_400_000, quota: 12_000_000_000 });
  expect(await valueText('All records')).toBe('4');
  expect(await valueText('Samples')).toBe('3');
  expect(await valueText('Locations')).toBe('1');
  expect(screen.queryByText('Conflicts')).toBeNull();
  expect(await valueText('Kept by the browser')).toBe('Until you remove it');
  expect(screen.getByText('Finished records leave 60 days after their last change.')).toBeTruthy();
});

test('a bar shows the used share of the space that the browser allows', async () => {
  renderPart({ persisted: true, usage: 3_000_000_000, quota: 12_000_000_000 });
  expect(await valueText('All records')).toBe('4');
  expect(screen.getByText('3 GB of 12 GB')).toBeTruthy();
  expect(barWidth()).toBe('25%');
  expect(screen.queryByText('Storage is nearly full.')).toBeNull();
});

test('a nearly full browser and one that promises nothing each show a warning', async () => {
  const persist = vi.fn(async () => false);
  renderPart({ persisted: false, persist, usage: 950, quota: 1_000 });
  expect(await screen.findByText('Storage is nearly full.')).toBeTruthy();
  expect(await valueText('Kept by the browser')).toBe('Not promised');
  const times = persist.mock.calls.length;
  persist.mockResolvedValue(true);
  await userEvent.click(screen.getByRole('button', { name: 'Ask the browser to keep it' }));
  expect(persist).toHaveBeenCalledTimes(times + 1);
  expect(await screen.findByText('Until you remove it')).toBeTruthy();
});

test('a browser that names no limit shows the used space without a bar', async () => {
  renderPart({ persisted: true, usage: 5_000_000 });
  expect(await screen.findByText('5 MB')).toBeTruthy();
  expect(await valueText('All records')).toBe('4');
  expect(barWidth()).toBeUndefined();
});
