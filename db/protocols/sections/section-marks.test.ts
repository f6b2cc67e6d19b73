import { describe, expect, test } from 'vitest';
import { ANN, BOB } from '#db/factories/benches/build-batch-world.ts';
import { by, LYSIS, startedWorld } from '#db/factories/benches/section-operations.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { assignedSection } from './assigned-section.ts';
import { type Mark, type Marks, tickStep, withMark } from './section-marks.ts';

const at = (hour: number, userId: string, more: Partial<Mark> = {}): Mark => ({
  userId,
  by: userId,
  occurredAt: `2026-11-21T${hour}:00:00.000Z`,
  ...more,
});
const storeMarks = (...marks: Mark[]): Marks =>
  marks.reduce((before: Marks, mark) => withMark(before, 'step', mark), {});
const displayedMark = (marks: Marks) => marks['step'];

describe('marks of several people', () => {
  test('the earliest tick counts and the other is its witness, in either order of arrival', () => {
    const [ann, bob] = [at(11, 'ann'), at(12, 'bob')];
    expect(storeMarks(bob, ann)).toEqual(storeMarks(ann, bob));
    expect(displayedMark(storeMarks(bob, ann))).toMatchObject({ userId: 'ann', marks: [ann, bob] });
  });

  test('of a tick and its removal the later one counts, in either order of arrival', () => {
    const [tick, removal] = [at(11, 'ann'), at(12, 'bob', { done: false })];
    expect(storeMarks(removal, tick)).toEqual(storeMarks(tick, removal));
    expect(displayedMark(storeMarks(tick, removal))).not.toHaveProperty('by');
    const secondTick = at(13, 'ann');
    expect(displayedMark(storeMarks(secondTick, removal, tick))).toMatchObject({
      userId: 'ann',
      occurredAt: secondTick.occurredAt,
    });
  });

  test('a single tick is stored as it always was', () => {
    expect(storeMarks(at(11, 'ann'))).toEqual({ step: at(11, 'ann') });
  });
});

test('a step that two people ticked is completed by the earlier of them', async () => {
  const world = await startedWorld();
  const args = { assignedSectionId: LYSIS, stepId: 'step-lysis', done: true };
  await runRule(world, tickStep, args, by(ANN, 20));
  await runRule(world, tickStep, args, by(BOB, 10));
  expect(world.one(assignedSection, LYSIS)?.stepTicks['step-lysis']).toMatchObject({ userId: 'bob' });
});
