import { describe, expect, test } from 'vitest';
import { ROLES, type Role } from '#db/access/roles.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { showsOrderNow } from './main-layout.tsx';

const rolesWith = (entity: BusinessEntity): Role[] =>
  ROLES.filter((role) =>
    showsOrderNow({ role, permissions: [], parentCompanyId: null }, entity, 'lab-services'),
  );

describe('Order Now', () => {
  test('is for customers of WBL who may order', () => {
    expect(rolesWith('WBL')).toEqual([
      'COMPANY_MANAGER',
      'COMPANY_USER',
      'INSTITUTION_MANAGER',
      'INSTITUTION_USER',
    ]);
  });

  test('is for nobody in RESONANT, and for nobody without a role', () => {
    expect(rolesWith('RESONANT')).toEqual([]);
    expect(showsOrderNow(null, 'WBL', 'lab-services')).toBe(false);
  });
});
