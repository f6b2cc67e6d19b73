import { beforeEach, describe, expect, test } from 'vitest';
import { julianDay } from '#db/values/julian-date.ts';
import { storeEnrollment } from '#pwa/replica/session/enrollment.ts';
import { openSideStore, type SideStore } from '#pwa/replica/store/side-store.ts';
import {
  nextAccessionGroupNumber,
  nextDerivedSuffix,
  nextSpecimenNumber,
  numbersLeft,
} from './number-lease.ts';

const DAY = '2026-11-21';
const lease = (id: string, from: number, to: number, labDay = DAY) => ({
  id,
  entity: 'WBL',
  series: 'SPECIMEN' as const,
  labDay,
  from,
  to,
});
const answer = (leases: ReturnType<typeof lease>[]) => ({
  deviceId: 'device-1',
  offlineLetter: 'K',
  offlineUntil: '2026-11-24T10:00:00.000Z',
  labTimezone: 'UTC',
  leases,
});

let side: SideStore;
let storeCount = 0;

beforeEach(() => {
  side = openSideStore(`numbers-${storeCount++}`);
});

describe('numbers given out offline', () => {
  test("come from the day's lease, in order, and then from the device's letter", async () => {
    await storeEnrollment(side, answer([lease('a', 7, 8)]), 'now');
    expect(await numbersLeft(side, 'SPECIMEN', DAY)).toBe(2);
    expect(await nextSpecimenNumber(side, 'WBL', DAY)).toBe('W26325-0007');
    expect(await nextSpecimenNumber(side, 'WBL', DAY)).toBe('W26325-0008');
    expect(await nextSpecimenNumber(side, 'WBL', DAY)).toBe('W26325-K001');
    expect(await nextSpecimenNumber(side, 'WBL', DAY)).toBe('W26325-K002');
    expect(await nextSpecimenNumber(side, 'WBL', '2026-11-22')).toBe('W26326-K001');
  });

  test('are never given twice, by two tabs at once or after a renewal with the same lease', async () => {
    await storeEnrollment(side, answer([lease('a', 1, 50)]), 'now');
    const assignedNumbers = await Promise.all(
      Array.from({ length: 20 }, () => nextSpecimenNumber(side, 'WBL', DAY)),
    );
    await storeEnrollment(side, answer([lease('a', 1, 50), lease('b', 51, 100)]), 'later');
    const more = await nextSpecimenNumber(side, 'WBL', DAY);
    expect(new Set([...assignedNumbers, more]).size).toBe(21);
    expect(more).toBe('W26325-0021');
  });

  test('include separate numbers for groups and derived samples', async () => {
    await storeEnrollment(side, answer([]), 'now');
    expect(await nextAccessionGroupNumber(side, 'RESONANT', DAY)).toBe('AG-R26325-K1');
    expect(await nextDerivedSuffix(side, 'specimen-1')).toBe('K1');
    expect(await nextDerivedSuffix(side, 'specimen-1')).toBe('K2');
    expect(await nextDerivedSuffix(side, 'specimen-2')).toBe('K1');
  });

  test('need one contact with the server first', async () => {
    await expect(nextSpecimenNumber(side, 'WBL', DAY)).rejects.toThrow('Connect this device once');
  });

  test('contain the day of the year, 366 in a leap year', () => {
    expect(julianDay('2026-01-01')).toBe('26001');
    expect(julianDay('2028-12-31')).toBe('28366');
  });
});
