import { describe, expect, test } from 'vitest';
import {
  CAPABILITIES,
  type Capability,
  hasCapability,
  primaryRolesWith,
  requireCapability,
  rolesWith,
} from './capabilities.ts';
import { CAPABILITY_GROUPS } from './capability-titles.ts';
import { ADMINISTRATORS, ROLES } from './roles.ts';

const NAMES = Object.keys(CAPABILITIES) as Capability[];

describe('capabilities', () => {
  test('every capability names a role once', () => {
    for (const name of NAMES) {
      expect(rolesWith(name).length, name).toBeGreaterThan(0);
      expect(new Set(rolesWith(name)).size, name).toBe(rolesWith(name).length);
    }
  });

  test('every capability is described in one group', () => {
    const described = CAPABILITY_GROUPS.flatMap(({ capabilities }) => Object.keys(capabilities));
    expect([...described].sort()).toEqual([...NAMES].sort());
  });

  test('every capability over the work of others belongs to administrators and developers alike', () => {
    const unequal = NAMES.filter((name) => hasCapability('ADMIN', name) !== hasCapability('DEVELOPER', name));
    expect(unequal.sort()).toEqual([
      'administerSite',
      'confirmAsSecondPerson',
      'receiveReviewNotices',
      'receiveSecurityNotices',
    ]);
  });

  test('primary roles leave out administrators', () => {
    expect(primaryRolesWith('approveDiscounts')).toEqual(['SALES_LEADER']);
    for (const name of NAMES)
      for (const role of ADMINISTRATORS) expect(primaryRolesWith(name)).not.toContain(role);
  });

  test('a role without the capability is refused, and no other', () => {
    for (const role of ROLES) {
      const check = () => requireCapability({ actor: { role } }, 'decideQuality');
      if (hasCapability(role, 'decideQuality')) expect(check).not.toThrow();
      else expect(check).toThrow('permission');
    }
  });
});
