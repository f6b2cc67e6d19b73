import { changeEnrolment } from './enrolment.ts';
import type { Replica } from './replica.ts';

/** Gives back the letter and the unused numbers of this device before its person signs out; the next sign-in leases anew. */
export async function releaseNumbers({ store, api, enrolment }: Replica): Promise<void> {
  const known = await enrolment();
  if (!known || !navigator.onLine) return;
  await changeEnrolment(store.side, (stored) => {
    stored.leases = [];
  });
  await api.releaseNumbers(known.deviceId);
}
