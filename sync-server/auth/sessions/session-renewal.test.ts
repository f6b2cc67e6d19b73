import { expect, test } from 'vitest';
import { hasTimedOut, isRenewalDue } from './session-cookie.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const hoursAgo = (hours: number): number => NOW.getTime() - hours * 3_600_000;
const buildSession = (hours: number) => ({
  sub: 'tess',
  userCompanyId: 'tess-wbl',
  entity: 'WBL' as const,
  sessionVersion: 1,
  membershipVersion: 1,
  signedInAt: hoursAgo(24),
  usedAt: hoursAgo(hours),
});

test('an active session is prolonged every half hour', () => {
  expect(isRenewalDue(buildSession(0.4), NOW)).toBe(false);
  expect(isRenewalDue(buildSession(0.5), NOW)).toBe(true);
});

test("a staff session ends after 12 unused hours, a customer's after a week", () => {
  expect(hasTimedOut(buildSession(11.9), true, NOW)).toBe(false);
  expect(hasTimedOut(buildSession(12), true, NOW)).toBe(true);
  expect(hasTimedOut(buildSession(12), false, NOW)).toBe(false);
});

test('a session ends a week after its sign-in, however much it is used', () => {
  const claims = { ...buildSession(0), signedInAt: hoursAgo(7 * 24 - 0.1) };
  expect(hasTimedOut(claims, false, NOW)).toBe(false);
  expect(hasTimedOut({ ...claims, signedInAt: hoursAgo(7 * 24) }, false, NOW)).toBe(true);
  expect(hasTimedOut({ ...claims, signedInAt: hoursAgo(7 * 24) }, true, NOW)).toBe(true);
});

test('a cookie without its time of last use is invalid', () => {
  expect(hasTimedOut({}, false, NOW)).toBe(true);
});
