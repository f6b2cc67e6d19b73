import { describe, expect, it } from 'vitest';
import { hasPermission, hasPermissionForAll } from './permissions.ts';
import { CUSTOMER_ROLES, ROLES, STAFF_ROLES } from './roles.ts';
import { seesAllCompanies, seesChildCompanies } from './scope.ts';

describe('whose rows somebody sees', () => {
  it('counts 13 roles of staff and 7 of customers, and no role twice', () => {
    expect([STAFF_ROLES.length, CUSTOMER_ROLES.length]).toEqual([13, 7]);
    expect(new Set([...STAFF_ROLES, ...CUSTOMER_ROLES])).toEqual(new Set(ROLES));
  });
  it('shows staff every company of their entity, and customers their own', () => {
    expect(ROLES.filter(seesAllCompanies)).toHaveLength(13);
    expect(CUSTOMER_ROLES.some(seesAllCompanies)).toBe(false);
  });
  it('shows the managers of a medical group its locations, and neither clinicians nor members', () => {
    expect(ROLES.filter(seesChildCompanies)).toEqual([
      'COMPANY_MANAGER',
      'INSTITUTION_MANAGER',
      'CLINICAL_BILLING_MANAGER',
      'CLINICAL_MANAGER',
    ]);
  });
});

describe('what a permission list allows', () => {
  it('takes the permission for all as the permission itself', () => {
    expect(hasPermission(['USERS_EDIT_ALL'], 'USERS_EDIT')).toBe(true);
    expect(hasPermission(['USERS_EDIT'], 'USERS_EDIT')).toBe(true);
    expect(hasPermission(['USERS_VIEW_ALL'], 'USERS_EDIT')).toBe(false);
    expect(hasPermission([], 'PERMISSIONS_EDIT')).toBe(false);
  });
  it('does not take the plain permission as one for all companies', () => {
    expect(hasPermissionForAll(['COMPANY_VIEW'], 'COMPANY_VIEW')).toBe(false);
    expect(hasPermissionForAll(['COMPANY_VIEW', 'COMPANY_VIEW_ALL'], 'COMPANY_VIEW')).toBe(true);
  });
});
