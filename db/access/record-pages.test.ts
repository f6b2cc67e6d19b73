import { describe, expect, test } from 'vitest';
import type { PageVisitor } from './homes.ts';
import { DEFAULT_LAB } from './lab.ts';
import { opensPerson, organizationPage } from './record-pages.ts';
import type { Role } from './roles.ts';

const visitor = (role: Role, permissions: string[], more: Partial<PageVisitor> = {}): PageVisitor => ({
  entity: 'WBL',
  lab: DEFAULT_LAB,
  siteVariant: 'lab-services',
  user: {
    id: 'user',
    name: 'Sam',
    email: 'sam@wbl.example',
    image: false,
    role,
    companyName: 'Own',
    companyId: 'own',
    userCompanyId: 'membership',
    parentCompanyId: null,
    companies: [],
    isSuperAdmin: false,
    permissions,
  },
  ...more,
});
const customer = { id: 'customer', entity: 'WBL' } as const;

describe('the page of an organization', () => {
  test('opens for staff with the permission for all, under the name of the site', () => {
    expect(organizationPage(visitor('CS_REP', ['COMPANY_VIEW_ALL']), customer)).toBe('/organizations/$id');
    const clinical = visitor('CS_REP', ['COMPANY_VIEW_ALL'], { entity: 'RESONANT', siteVariant: 'clinical' });
    expect(organizationPage(clinical, { id: 'clinic', entity: 'RESONANT' })).toBe('/locations/$id');
  });

  test('opens for staff without that permission only for the lab itself', () => {
    const rep = visitor('CS_REP', ['COMPANY_VIEW']);
    expect(organizationPage(rep, customer)).toBeNull();
    expect(organizationPage(rep, { id: 'own', entity: 'WBL' })).toBe('/organizations/$id');
  });

  test('does not open in the other business entity, nor for a member of another organization', () => {
    const office = visitor('CS_REP', ['COMPANY_VIEW_ALL']);
    expect(organizationPage(office, { ...customer, entity: 'RESONANT' })).toBeNull();
    expect(organizationPage(visitor('COMPANY_USER', ['COMPANY_VIEW']), customer)).toBeNull();
  });
});

describe('the page of a user', () => {
  const colleague = { id: 'ana', entity: 'WBL', companyId: 'own' } as const;

  test('opens for colleagues, and for all users with the permission for all', () => {
    expect(opensPerson(visitor('LAB_MANAGER', ['USERS_VIEW']), colleague)).toBe(true);
    expect(opensPerson(visitor('ADMIN', ['USERS_VIEW_ALL']), { ...colleague, companyId: null })).toBe(true);
  });

  test('does not open where the company is another one or not known', () => {
    const manager = visitor('LAB_MANAGER', ['USERS_VIEW']);
    for (const companyId of ['customer', null])
      expect(opensPerson(manager, { ...colleague, companyId })).toBe(false);
    expect(opensPerson(visitor('COMPANY_MANAGER', ['USERS_VIEW']), { ...colleague, companyId: null })).toBe(
      false,
    );
    expect(opensPerson(visitor('ADMIN', ['USERS_VIEW_ALL']), { ...colleague, entity: 'RESONANT' })).toBe(
      false,
    );
  });
});
