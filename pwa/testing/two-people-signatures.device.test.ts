import { afterEach, describe, expect, test } from 'vitest';
import { buildBatchWorld } from '#db/factories/benches/build-batch-world.ts';
import { event } from '#db/records/events/event.ts';
import { clockText } from '#db/values/wall-clock.ts';
import { type Body, childRows } from '#pwa/replica/store/document.ts';
import { runOnline, type TwoDevices } from './bench-world.ts';
import {
  ELUTION,
  fillsElution,
  LYSIS,
  openSectionBench,
  records,
  signing,
  signs,
} from './convergence-operations.ts';

// Cases 20 and 22 of domain 5.11: two users sign, or one reviews a record that the other has changed since.

let lab: TwoDevices;

afterEach(() => lab.close());

const signers = (record: Body) =>
  (record['signatures'] as { printedName: string; verified: string; type: string }[]).map(
    (one) => `${one.printedName} ${one.type} ${one.verified}`,
  );

const signedBy = (record: Body, name: string): string => {
  const all = record['signatures'] as { printedName: string; occurredAt: string }[];
  const at = all.find((one) => one.printedName === name)?.occurredAt ?? '';
  return `Section was signed by ${name} at ${clockText(at, 'UTC')}.`;
};

describe('when two people sign offline', () => {
  test('case 20: two signatures on the same record are one completion, the other is stored next to it', async () => {
    lab = await openSectionBench('started');
    await records(lab.ann, LYSIS, 'temperature', null, '56', 60);
    await lab.meet();
    await signs(lab.ann, LYSIS, 20);
    const second = await signs(lab.bob, LYSIS, 10);
    await lab.meet();
    const record = await lab.agreed('assigned-sections', LYSIS);
    expect(lab.bob.verdict(second)).toEqual({
      outcome: 'MERGED',
      message: signedBy(record, 'Ann Archer'),
    });
    expect(signers(record).sort()).toEqual(['Ann Archer SIGNED OK', 'Bob Baker SIGNED OK']);
    expect(record['completionEventId']).not.toBeNull();
    expect(await lab.openConflicts()).toEqual([]);
  });

  test.each([
    ['in the order of the clock', false],
    ['the later one first', true],
  ])(
    'case 20: of two signatures that arrive %s, the earliest completes the section',
    async (_order, isReversed) => {
      lab = await openSectionBench('started');
      await records(lab.ann, LYSIS, 'temperature', null, '56', 60);
      await lab.meet();
      await signs(lab.ann, LYSIS, 20);
      await signs(lab.bob, LYSIS, 10);
      for (const person of isReversed ? [lab.bob, lab.ann] : [lab.ann, lab.bob]) await person.online();
      await lab.meet();
      const record = await lab.agreed('assigned-sections', LYSIS);
      const completion = childRows(event, record, 'events').find(
        (one) => one.id === record['completionEventId'],
      );
      expect(completion).toMatchObject({ type: 'SECTION_COMPLETED', userId: 'user-ann' });
      expect(signers(record).sort()).toEqual(['Ann Archer SIGNED OK', 'Bob Baker SIGNED OK']);
      expect(await lab.openConflicts()).toEqual([]);
    },
  );

  test.each([
    ['KEEP_A', 'the first record stands', true],
    ['KEEP_B', 'the section is open again', false],
  ] as const)(
    'case 20: signatures on different records suspend the completion; by %s %s',
    async (choice, _end, completed) => {
      lab = await openSectionBench('started');
      await records(lab.ann, LYSIS, 'temperature', null, '56', 60);
      await signs(lab.ann, LYSIS, 20);
      await records(lab.bob, LYSIS, 'temperature', null, '57', 50);
      const second = await signs(lab.bob, LYSIS, 10);
      await lab.meet();
      const record = await lab.agreed('assigned-sections', LYSIS);
      expect(lab.bob.verdict(second)).toEqual({
        outcome: 'CONFLICT',
        message: `${signedBy(record, 'Ann Archer')} Your record differs; completion needs a decision.`,
      });
      expect(record['completionEventId']).toBeNull();
      expect(signers(record).sort()).toEqual(['Ann Archer SIGNED OK', 'Bob Baker SIGNED OK']);
      const conflict = await lab.conflictAbout(LYSIS);
      expect(conflict).toMatchObject({
        kind: 'SECTION_SIGNED_TWICE',
        action: 'Decide which record of Lysis is right',
        mine: { name: 'Bob Baker', label: 'Signed by Bob Baker' },
        theirs: { name: 'Ann Archer', label: 'Signed by Ann Archer' },
      });
      expect((await lab.decides(conflict, choice)).outcome).toBe('APPLIED');
      const decided = await lab.agreed('assigned-sections', LYSIS);
      expect(decided['completionEventId'] !== null).toBe(completed);
    },
  );

  test('case 22: a review of a record that was changed meanwhile is refused', async () => {
    lab = await openSectionBench('lysed', buildBatchWorld({ elution: { requiresReview: true } }));
    await fillsElution(lab.ann, 40);
    await signs(lab.ann, ELUTION, 30);
    await lab.meet();
    const review = await lab.mia.does('review-section', await signing(lab.mia, ELUTION), 20);
    // She opens it again online, and the value is corrected before the review of her handheld arrives.
    const reopening = { assignedSectionId: ELUTION, reason: 'A typing error' };
    await runOnline(lab.lab, lab.mia.actor, 'reopen-section', reopening);
    await lab.ann.online();
    const corrected = { fieldId: 'volume', sampleId: 's1', value: '47', inputMethod: 'TYPED' as const };
    const correction = { assignedSectionId: ELUTION, ...corrected, changeReason: 'A typing error' };
    await lab.ann.does('correct-field-value', correction, 0);
    await signs(lab.ann, ELUTION, 0);
    await lab.ann.online();
    await lab.meet();
    expect(lab.mia.verdict(review)).toEqual({
      outcome: 'REJECTED',
      message: 'The record changed after you reviewed it.',
    });
    const record = await lab.agreed('assigned-sections', ELUTION);
    expect(record['completionEventId']).toBeNull();
    expect(signers(record).filter((one) => one.includes('REVIEWED'))).toEqual([]);
    await lab.mia.does('review-section', await signing(lab.mia, ELUTION), 0);
    await lab.meet();
    expect((await lab.agreed('assigned-sections', ELUTION))['completionEventId']).not.toBeNull();
  });
});
