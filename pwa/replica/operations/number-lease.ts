import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { type BusinessEntity, ENTITY_LETTER } from '#db/values/business-entity.ts';
import { julianDay } from '#db/values/julian-date.ts';
import { changeEnrollment, readEnrollment } from '#pwa/replica/session/enrollment.ts';
import { readMeta, type SideStore, writeMeta } from '#pwa/replica/store/side-store.ts';
import type { Replica } from '#pwa/replica/sync/replica.ts';

type Series = 'SPECIMEN' | 'ACCESSION_GROUP';

/**
 * Take the next specimen number of a lab day, `W26325-0007`, or `W26325-K003` when no lease is left, with the
 * letter of the specimen's business entity. The lab has one series, so a number is never given twice.
 */
export async function nextSpecimenNumber(
  side: SideStore,
  entity: BusinessEntity,
  labDay: string,
): Promise<string> {
  const day = `${ENTITY_LETTER[entity]}${julianDay(labDay)}`;
  const leased = await takeLeased(side, 'SPECIMEN', labDay);
  if (leased !== null) return `${day}-${String(leased).padStart(4, '0')}`;
  const { letter, count } = await takeFallback(side, `specimen|${labDay}`);
  return `${day}-${letter}${String(count).padStart(3, '0')}`;
}

/**
 * Take the next accession group number of a lab day, `AG-W26325-03`, or `AG-W26325-K1` when no lease is left.
 */
export async function nextAccessionGroupNumber(
  side: SideStore,
  entity: BusinessEntity,
  labDay: string,
): Promise<string> {
  const day = `AG-${ENTITY_LETTER[entity]}${julianDay(labDay)}`;
  const leased = await takeLeased(side, 'ACCESSION_GROUP', labDay);
  if (leased !== null) return `${day}-${String(leased).padStart(2, '0')}`;
  const { letter, count } = await takeFallback(side, `group|${labDay}`);
  return `${day}-${letter}${count}`;
}

/** Take the suffix of the next sample derived on this device from a specimen, for example `K1`. */
export async function nextDerivedSuffix(side: SideStore, specimenId: string): Promise<string> {
  const { letter, count } = await takeFallback(side, `derived|${specimenId}`);
  return `${letter}${count}`;
}

async function takeLeased(side: SideStore, series: Series, labDay: string): Promise<number | null> {
  const leasedNumber = await changeEnrollment(side, (enrollment) => {
    const lease = enrollment.leases.find(
      (candidate) =>
        candidate.series === series && candidate.labDay === labDay && candidate.next <= candidate.to,
    );
    if (!lease) return null;
    lease.next += 1;
    return lease.next - 1;
  });
  return leasedNumber ?? null;
}

async function takeFallback(side: SideStore, series: string): Promise<{ letter: string; count: number }> {
  return side.transaction('rw', side.meta, async () => {
    const enrollment = await readEnrollment(side);
    if (!enrollment) throw new AppError('CONFLICT', 'Connect this device once before you work offline.');
    const key = `count|${enrollment.offlineLetter}|${series}`;
    const count = ((await readMeta(side, key, z.int())) ?? 0) + 1;
    await writeMeta(side, key, count);
    return { letter: enrollment.offlineLetter, count };
  });
}

/** Count the numbers left for a lab day; the sync loop asks for more before they run out. */
export async function numbersLeft(side: SideStore, series: Series, labDay: string): Promise<number> {
  const leases = (await readEnrollment(side))?.leases ?? [];
  return leases
    .filter((lease) => lease.series === series && lease.labDay === labDay)
    .reduce((remaining, lease) => remaining + Math.max(0, lease.to - lease.next + 1), 0);
}

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
