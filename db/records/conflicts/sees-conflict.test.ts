import { expect, test } from 'vitest';
import { seesConflict } from './sees-conflict.ts';

const conflict = { mine: { userId: 'user-ann' }, theirs: { userId: 'user-bob' } };

test('a lab tech sees the conflicts of their own work, a lab manager all', () => {
  const tech = (userId: string) => seesConflict({ role: 'LAB_TECH', userId }, conflict);
  expect(['user-ann', 'user-bob', 'user-cy'].map(tech)).toEqual([true, true, false]);
  expect(seesConflict({ role: 'LAB_MANAGER', userId: 'user-mia' }, conflict)).toBe(true);
  expect(
    seesConflict({ role: 'RESEARCH_ASSISTANT', userId: 'user-bob' }, { mine: conflict.mine, theirs: null }),
  ).toBe(false);
});
