import { describe, expect, it } from 'vitest';
import { hasPermission, hasPermissionForAll } from './permissions.ts';
import { CUSTOMER_ROLES, ROLES, STAFF_ROLES, seesAllCompanies, seesChildCompanies } from './roles.ts';

describe('visible rows by role', () => {
  it('the lists have 13 roles of staff and 7 of customers, and no role twice', () => {
    expect([STAFF_ROLES.length, CUSTOMER_ROLES.length]).toEqual([13, 7]);
    expect(new Set([...STAFF_ROLES, ...CUSTOMER_ROLES])).toEqual(new Set(ROLES));
  });
  it('staff see every company of their entity, and customers their own', () => {
    expect(ROLES.filter(seesAllCompanies)).toHaveLength(13);
    expect(CUSTOMER_ROLES.some(seesAllCompanies)).toBe(false);
  });
  it('managers of a medical group see its locations; clinicians and members do not', () => {
    expect(ROLES.filter(seesChildCompanies)).toEqual([
      'COMPANY_MANAGER',
      'INSTITUTION_MANAGER',
      'CLINICAL_BILLING_MANAGER',
      'CLINICAL_MANAGER',
    ]);
  });
});

describe('a permission list', () => {
  it('includes the plain permission with its `_ALL` form', () => {
    expect(hasPermission(['USERS_EDIT_ALL'], 'USERS_EDIT')).toBe(true);
    expect(hasPermission(['USERS_EDIT'], 'USERS_EDIT')).toBe(true);
    expect(hasPermission(['USERS_VIEW_ALL'], 'USERS_EDIT')).toBe(false);
    expect(hasPermission([], 'PERMISSIONS_EDIT')).toBe(false);
  });
  it('does not include the `_ALL` form with the plain permission', () => {
    expect(hasPermissionForAll(['COMPANY_VIEW'], 'COMPANY_VIEW')).toBe(false);
    expect(hasPermissionForAll(['COMPANY_VIEW', 'COMPANY_VIEW_ALL'], 'COMPANY_VIEW')).toBe(true);
  });
});
