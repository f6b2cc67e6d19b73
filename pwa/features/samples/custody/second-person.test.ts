import { expect, test } from 'vitest';
import { buildPerson } from '#db/factories/build-identity.ts';
import { mayReview } from './second-person.ts';

test('only another person who works at the bench may be the second person', () => {
  const at = (change: Partial<Parameters<typeof mayReview>[0]>) =>
    mayReview(buildPerson({ userId: 'user-bob', ...change }), 'user-ann');
  expect(at({ role: 'LAB_TECH' })).toBe(true);
  expect(at({ role: 'ADMIN' })).toBe(true);
  expect(at({ role: 'CS_REP' })).toBe(false);
  expect(at({ deactivated: true })).toBe(false);
  expect(at({ userId: 'user-ann' })).toBe(false);
});
