import { changeEnrollment } from './enrollment.ts';
import type { Replica } from './replica.ts';

/**
 * Return the letter and the unused numbers of this device before its user signs out; the next sign-in leases
 * new ones.
 */
export async function releaseNumbers({ store, api, enrollment: readEnrollment }: Replica): Promise<void> {
  const known = await readEnrollment();
  if (!known || !navigator.onLine) return;
  await changeEnrollment(store.side, (storedEnrollment) => {
    storedEnrollment.leases = [];
  });
  await api.releaseNumbers(known.deviceId);
}
