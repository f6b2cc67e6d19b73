import { afterEach, describe, expect, test } from 'vitest';
import { clockText } from '#db/values/wall-clock.ts';
import { expireWaiting } from '#sync-server/jobs/tasks/expire-waiting.ts';
import type { TwoDevices } from './bench-world.ts';
import {
  ELUTION,
  fillsElution,
  LYSIS,
  openSectionBench,
  records,
  signing,
  signs,
  valuesIn,
} from './convergence-operations.ts';

// Cases 16 to 19 and 21 of domain 5.11: two users record in one section.

let lab: TwoDevices;

afterEach(() => lab.close());

const PENDING = { startedAt: null, waitsForId: LYSIS, waitingById: 'user-bob' };
const inHours = (hours: number) => ({ now: new Date(Date.now() + hours * 3_600_000), timeZone: 'UTC' });

/** Ann is in the first section; Bob has begun the second one and synced. */
async function openWaiting(): Promise<TwoDevices> {
  const openedBench = await openSectionBench('started');
  await records(openedBench.ann, LYSIS, 'temperature', null, '56', 30);
  await openedBench.meet();
  await records(openedBench.bob, ELUTION, 'concentration', 's1', '20', 10);
  await records(openedBench.bob, ELUTION, 'volume', 's1', '48', 9);
  await openedBench.meet();
  return openedBench;
}

const one = (by: string, value: string) => ({ value, by, conflict: false, late: false, corrects: false });

describe('when two people record offline', () => {
  test('case 16: different fields and samples of one section are merged', async () => {
    lab = await openSectionBench('lysed');
    const first = await records(lab.ann, ELUTION, 'concentration', 's1', '20', 10);
    const otherIds = [
      await records(lab.bob, ELUTION, 'concentration', 's2', '30', 9),
      await records(lab.bob, ELUTION, 'volume', 's1', '48', 8),
    ];
    await lab.meet();
    expect(lab.ann.verdict(first)).toEqual({ outcome: 'APPLIED', message: null });
    for (const operationId of otherIds)
      expect(lab.bob.verdict(operationId)).toEqual({
        outcome: 'MERGED',
        message: 'Ann Archer recorded in Elution too; all values are kept.',
      });
    const knowing = await records(lab.bob, ELUTION, 'volume', 's2', '48', 0);
    await lab.meet();
    expect(lab.bob.verdict(knowing)).toEqual({ outcome: 'APPLIED', message: null });
    const record = await lab.agreed('assigned-sections', ELUTION);
    expect(valuesIn(record, 'concentration', 's1')).toEqual([one('user-ann', '20')]);
    expect(valuesIn(record, 'concentration', 's2')).toEqual([one('user-bob', '30')]);
    expect(valuesIn(record, 'volume', 's1')).toEqual([one('user-bob', '48')]);
    expect(valuesIn(record, 'mass', 's1')).toMatchObject([{ value: '960' }]);
    expect(await lab.openConflicts()).toEqual([]);
  });

  test('case 17: equal numbers are one value with both witnesses', async () => {
    lab = await openSectionBench('lysed');
    await records(lab.ann, ELUTION, 'concentration', 's1', '10', 10);
    const second = await records(lab.bob, ELUTION, 'concentration', 's1', '10.0', 5);
    await lab.meet();
    expect(lab.bob.verdict(second)).toEqual({
      outcome: 'MERGED',
      message: 'Concentration was recorded by Ann Archer too; both are kept as witnesses.',
    });
    expect(valuesIn(await lab.agreed('assigned-sections', ELUTION), 'concentration', 's1')).toEqual([
      one('user-ann', '10'),
      one('user-bob', '10'),
    ]);
    expect(await lab.openConflicts()).toEqual([]);
  });

  test('case 18: different values are both kept and block the signature, and the manager enters the true one', async () => {
    lab = await openSectionBench('lysed');
    await fillsElution(lab.ann, 10);
    const second = await records(lab.bob, ELUTION, 'concentration', 's1', '12', 20);
    await lab.meet();
    expect(lab.bob.verdict(second)).toEqual({
      outcome: 'CONFLICT',
      message: 'Concentration of W26325-0001-01 is 12 by Bob Baker and 20 by Ann Archer.',
    });
    expect(valuesIn(await lab.agreed('assigned-sections', ELUTION), 'concentration', 's1')).toEqual([
      { ...one('user-bob', '12'), conflict: true },
      one('user-ann', '20'),
    ]);
    const conflict = await lab.conflictAbout(ELUTION);
    expect(conflict).toMatchObject({
      kind: 'FIELD_VALUE',
      action: 'Decide which value of Concentration of W26325-0001-01 is right',
      mine: { name: 'Ann Archer', userId: 'user-ann', value: { value: '20' } },
      theirs: { name: 'Bob Baker', userId: 'user-bob', value: { value: '12' } },
    });
    expect(
      String((conflict['theirs'] as { occurredAt: string }).occurredAt) <
        String((conflict['mine'] as { occurredAt: string }).occurredAt),
    ).toBe(true);
    expect(await lab.ann.isRefused('sign-section', await signing(lab.ann, ELUTION))).toBe(
      'Resolve 1 sync conflicts first.',
    );
    expect(await lab.decides(conflict, 'ENTER_VALUE', '15.50')).toEqual({
      outcome: 'APPLIED',
      message: null,
    });
    const resolvedValues = valuesIn(await lab.agreed('assigned-sections', ELUTION), 'concentration', 's1');
    expect(resolvedValues.filter((value) => value.corrects).map((value) => value.value)).toEqual([
      '15.5',
      '15.5',
    ]);
    expect(resolvedValues).toHaveLength(4);
    await signs(lab.ann, ELUTION, 0);
    await lab.meet();
    expect((await lab.agreed('assigned-sections', ELUTION))['completionEventId']).not.toBeNull();
  });

  test('case 19: values that arrive after the signature are refused, and stored next to the record as late', async () => {
    lab = await openSectionBench('started');
    await records(lab.ann, LYSIS, 'temperature', null, '56', 30);
    await signs(lab.ann, LYSIS, 25);
    const lateId = await records(lab.bob, LYSIS, 'temperature', null, '60', 28);
    await lab.meet();
    const record = await lab.agreed('assigned-sections', LYSIS);
    const [signed] = record['signatures'] as { occurredAt: string }[];
    expect(lab.bob.verdict(lateId)).toEqual({
      outcome: 'REJECTED',
      message: `Section was signed by Ann Archer at ${clockText(signed?.occurredAt ?? '', 'UTC')}.`,
    });
    expect(valuesIn(record, 'temperature', null)).toEqual([
      one('user-ann', '56'),
      { ...one('user-bob', '60'), late: true },
    ]);
    expect(record['completionEventId']).not.toBeNull();
    expect(lab.bob.replica.outbox.all().find(({ id }) => id === lateId)).toMatchObject({
      state: 'rejected',
      args: { value: '60' },
    });
  });

  test("case 21: the next section's values wait for the completion that is still on the other device, then apply", async () => {
    lab = await openSectionBench('started');
    await records(lab.ann, LYSIS, 'temperature', null, '56', 30);
    await lab.meet();
    await signs(lab.ann, LYSIS, 20);
    const earlyId = await records(lab.bob, ELUTION, 'concentration', 's1', '20', 10);
    await records(lab.bob, ELUTION, 'volume', 's1', '48', 9);
    expect(await lab.bob.shows('assigned-sections', ELUTION)).toMatchObject(PENDING);
    expect(valuesIn((await lab.bob.shows('assigned-sections', ELUTION)) ?? {}, 'mass', 's1')).toEqual([]);
    await lab.bob.online();
    expect(lab.bob.verdict(earlyId)).toEqual({
      outcome: 'APPLIED_WITH_WARNING',
      message: 'Pending section 1, Lysis, of the same batch. Recorded values count once it is completed.',
    });
    await lab.mia.online();
    expect(await lab.mia.shows('assigned-sections', ELUTION)).toMatchObject(PENDING);
    expect(await lab.bob.isRefused('sign-section', await signing(lab.bob, ELUTION))).toBe(
      'Complete Lysis first.',
    );
    await lab.meet();
    const record = await lab.agreed('assigned-sections', ELUTION);
    expect(record).toMatchObject({ waitsForId: null, waitingSince: null, startedById: 'user-bob' });
    expect(valuesIn(record, 'concentration', 's1')).toEqual([one('user-bob', '20')]);
    expect(valuesIn(record, 'mass', 's1')).toMatchObject([{ value: '960' }]);
    expect((await lab.agreed('assigned-sections', LYSIS))['completionEventId']).not.toBeNull();
    expect(await lab.openConflicts()).toEqual([]);
  });

  test('case 21: after 72 hours without the completion a conflict names both people; kept values count when it comes', async () => {
    lab = await openWaiting();
    expect(await expireWaiting(lab.lab.database.pool, inHours(71))).toBe(0);
    expect(await expireWaiting(lab.lab.database.pool, inHours(73))).toBe(1);
    expect(await expireWaiting(lab.lab.database.pool, inHours(80))).toBe(0);
    await lab.meet();
    const conflict = await lab.conflictAbout(ELUTION);
    expect(conflict).toMatchObject({
      kind: 'SECTION_WAITING',
      assignedSectionId: ELUTION,
      mine: { name: 'Bob Baker', label: 'Began Elution before Lysis was completed' },
      theirs: { name: 'Ann Archer', label: 'Began Lysis; no completion arrived in 72 hours' },
    });
    await signs(lab.ann, LYSIS, 0);
    await lab.meet();
    expect(await lab.agreed('assigned-sections', ELUTION)).toMatchObject({ waitsForId: LYSIS });
    expect(await lab.decides(conflict, 'KEEP_B')).toEqual({ outcome: 'APPLIED', message: null });
    const record = await lab.agreed('assigned-sections', ELUTION);
    expect(record).toMatchObject({ waitsForId: null, startedById: 'user-bob' });
    expect(valuesIn(record, 'mass', 's1')).toMatchObject([{ value: '960' }]);
  });

  test('case 21: values that waited too long may be set aside, and stay readable as late entries', async () => {
    lab = await openWaiting();
    await expireWaiting(lab.lab.database.pool, inHours(73));
    await lab.meet();
    await lab.decides(await lab.conflictAbout(ELUTION), 'KEEP_A');
    const record = await lab.agreed('assigned-sections', ELUTION);
    expect(record).toMatchObject({ waitsForId: null, startedAt: null });
    expect(valuesIn(record, 'concentration', 's1')).toEqual([
      one('user-bob', '20'),
      { ...one('user-bob', '20'), late: true, corrects: true },
    ]);
    await signs(lab.ann, LYSIS, 0);
    await fillsElution(lab.ann, 0);
    await lab.meet();
    expect(await lab.openConflicts()).toEqual([]);
    expect(await lab.agreed('assigned-sections', ELUTION)).toMatchObject({ startedById: 'user-ann' });
  });
});
