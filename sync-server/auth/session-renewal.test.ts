import { expect, test } from 'vitest';
import type { SessionClaims } from './session-claims.ts';
import { isRenewalDue } from './session-renewal.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const sealed = (hoursAgo: number): SessionClaims => ({
  sub: 'tess',
  userCompanyId: 'tess-wbl',
  entity: 'WBL',
  sessionVersion: 1,
  membershipVersion: 1,
  iat: NOW.getTime() / 1_000 - hoursAgo * 3_600,
});

test('a session that is in use is prolonged once a day', () => {
  expect(isRenewalDue(sealed(23), NOW)).toBe(false);
  expect(isRenewalDue(sealed(25), NOW)).toBe(true);
});
