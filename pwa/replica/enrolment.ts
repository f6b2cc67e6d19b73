import { z } from 'zod';
import { NumberLeaseGrant } from '#db/sync/wire.ts';
import { type SideStore, writeMeta } from './side-store.ts';

const Lease = NumberLeaseGrant.extend({ next: z.int() });
export type Lease = z.infer<typeof Lease>;

/** What the server told this device when it enrolled or renewed. */
export const Enrolment = z.object({
  deviceId: z.string(),
  offlineLetter: z.string(),
  offlineUntil: z.string(),
  labTimezone: z.string(),
  leases: z.array(Lease),
  renewedAt: z.string(),
});
export type Enrolment = z.infer<typeof Enrolment>;

const KEY = 'enrolment';

/** The enrolment of this device, or undefined before the first contact. */
export async function readEnrolment(side: SideStore): Promise<Enrolment | undefined> {
  const parsed = Enrolment.safeParse((await side.meta.get(KEY))?.value);
  return parsed.success ? parsed.data : undefined;
}

/** Stores an answer of `POST /api/sync/devices`; a lease that is already in use keeps its place. */
export async function storeEnrolment(
  side: SideStore,
  answer: Omit<Enrolment, 'leases' | 'renewedAt'> & { leases: NumberLeaseGrant[] },
  now: string,
): Promise<Enrolment> {
  return side.transaction('rw', side.meta, async () => {
    const before = await readEnrolment(side);
    const used = new Map(
      (before?.deviceId === answer.deviceId ? before.leases : []).map((lease) => [lease.id, lease]),
    );
    const given = answer.leases.map((grant) => ({ ...grant, next: used.get(grant.id)?.next ?? grant.from }));
    const kept = [...used.values()].filter((lease) => !answer.leases.some((grant) => grant.id === lease.id));
    const enrolment: Enrolment = {
      deviceId: answer.deviceId,
      offlineLetter: answer.offlineLetter,
      offlineUntil: answer.offlineUntil,
      labTimezone: answer.labTimezone,
      leases: [...kept.filter((lease) => lease.next <= lease.to), ...given],
      renewedAt: now,
    };
    await writeMeta(side, KEY, enrolment);
    return enrolment;
  });
}

/** Changes the enrolment inside one transaction, so that two tabs never take the same number. */
export async function changeEnrolment<T>(
  side: SideStore,
  change: (enrolment: Enrolment) => T,
): Promise<T | undefined> {
  return side.transaction('rw', side.meta, async () => {
    const enrolment = await readEnrolment(side);
    if (!enrolment) return undefined;
    const result = change(enrolment);
    await writeMeta(side, KEY, enrolment);
    return result;
  });
}
