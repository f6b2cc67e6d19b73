import { z } from 'zod';
import { NumberLeaseGrant } from '#db/sync/wire.ts';
import { type SideStore, writeMeta } from '#pwa/replica/store/side-store.ts';

const Lease = NumberLeaseGrant.extend({ next: z.int() });

/** The server's answer when this device enrolled or renewed. */
export const Enrollment = z.object({
  deviceId: z.string(),
  offlineLetter: z.string(),
  offlineUntil: z.string(),
  labTimezone: z.string(),
  leases: z.array(Lease),
  renewedAt: z.string(),
});
export type Enrollment = z.infer<typeof Enrollment>;

const KEY = 'enrolment';

/** Read the enrollment of this device; undefined before the first contact. */
export async function readEnrollment(side: SideStore): Promise<Enrollment | undefined> {
  const parsed = Enrollment.safeParse((await side.meta.get(KEY))?.value);
  return parsed.success ? parsed.data : undefined;
}

/** Store an answer of `POST /api/sync/devices`; a lease that is already in use keeps its counter. */
export async function storeEnrollment(
  side: SideStore,
  answer: Omit<Enrollment, 'leases' | 'renewedAt'> & { leases: NumberLeaseGrant[] },
  now: string,
): Promise<Enrollment> {
  return side.transaction('rw', side.meta, async () => {
    const before = await readEnrollment(side);
    const previousLeases = new Map(
      (before?.deviceId === answer.deviceId ? before.leases : []).map((lease) => [lease.id, lease]),
    );
    const grantedLeases = answer.leases.map((grant) => ({
      ...grant,
      next: previousLeases.get(grant.id)?.next ?? grant.from,
    }));
    const retainedLeases = [...previousLeases.values()].filter(
      (lease) => !answer.leases.some((grant) => grant.id === lease.id),
    );
    const enrollment: Enrollment = {
      deviceId: answer.deviceId,
      offlineLetter: answer.offlineLetter,
      offlineUntil: answer.offlineUntil,
      labTimezone: answer.labTimezone,
      leases: [...retainedLeases.filter((lease) => lease.next <= lease.to), ...grantedLeases],
      renewedAt: now,
    };
    await writeMeta(side, KEY, enrollment);
    return enrollment;
  });
}

/** Change the enrollment inside one transaction, so that two tabs never take the same number. */
export async function changeEnrollment<T>(
  side: SideStore,
  change: (enrollment: Enrollment) => T,
): Promise<T | undefined> {
  return side.transaction('rw', side.meta, async () => {
    const enrollment = await readEnrollment(side);
    if (!enrollment) return undefined;
    const result = change(enrollment);
    await writeMeta(side, KEY, enrollment);
    return result;
  });
}
