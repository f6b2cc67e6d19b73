import type { BenchLab } from './bench-lab.ts';
import { type ChaosDevice, closeDevice, reopenDevice } from './chaos-device.ts';

/** Evict a device's stored data as a browser does: one collection, or everything except the outbox. */
export async function evict(
  lab: BenchLab,
  device: ChaosDevice,
  scope: 'one collection' | 'all but the outbox',
): Promise<void> {
  await closeDevice(device);
  const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
  const own = names.filter((name) => name.includes(device.name) && !name.includes(`${device.name}-outbox`));
  const evictedDatabases =
    scope === 'one collection' ? own.filter((name) => name.endsWith('--samples')) : own;
  for (const name of evictedDatabases) await deleteDatabase(name);
  await reopenDevice(lab, device);
  if (scope === 'all but the outbox') device.position = { generation: '', cursor: -1 };
}

const deleteDatabase = (name: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error(`${name} is still open.`));
  });
