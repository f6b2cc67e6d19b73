import { describe, expect, test } from 'vitest';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { assignableRoles } from './assignable-roles.ts';
import { homeOf, mayOpen, needsReplica, type PageVisitor } from './homes.ts';
import { DEFAULT_LAB } from './lab.ts';
import type { Role } from './roles.ts';

const visitor = (entity: BusinessEntity, role: Role): PageVisitor => ({
  entity,
  lab: DEFAULT_LAB,
  siteVariant: entity === 'WBL' ? 'lab-services' : 'clinical',
  user: {
    id: 'user',
    name: 'Sam',
    email: 'sam@wbl.example',
    image: false,
    role,
    companyName: 'Home',
    companyId: 'home',
    userCompanyId: 'membership',
    parentCompanyId: null,
    companies: [],
    isSuperAdmin: false,
    permissions: [],
  },
});

const rolesAt = (entity: BusinessEntity, home: ReturnType<typeof homeOf>): Role[] =>
  assignableRoles(entity === 'WBL' ? 'lab-services' : 'clinical').filter(
    (role) => homeOf(visitor(entity, role)) === home,
  );

describe('the home page', () => {
  test('is that of the bench only where the pages of the bench open', () => {
    expect(rolesAt('WBL', 'BENCH').sort()).toEqual([
      'ADMIN',
      'DEVELOPER',
      'LAB_CLINICAL_DIRECTOR',
      'LAB_MANAGER',
      'LAB_RESEARCH_DIRECTOR',
      'LAB_TECH',
      'PROJECT_MANAGER',
      'RESEARCH_ASSISTANT',
    ]);
    expect(rolesAt('RESONANT', 'BENCH')).toEqual([]);
  });

  test('is that of their office for sales, customer service and billing of both entities', () => {
    for (const entity of ['WBL', 'RESONANT'] as const) {
      expect(rolesAt(entity, 'SALES').sort()).toEqual(['SALES_LEADER', 'SALES_REP']);
      expect(rolesAt(entity, 'SERVICE').sort()).toEqual(['CS_MANAGER', 'CS_REP']);
      expect(rolesAt(entity, 'BILLING')).toEqual(['BILLING_MANAGER']);
    }
  });
});

test('a page that reads the replica does not open where the device stores none', () => {
  const admin = visitor('RESONANT', 'ADMIN');
  expect(mayOpen(admin, '/lab/queue')).toBe(false);
  expect(mayOpen(admin, '/director/clinical')).toBe(false);
  expect(mayOpen(admin, '/lab/samples/SAMPLE?tab=notes')).toBe(false);
  expect(mayOpen(admin, '/lab/orders?status=SHIPPED')).toBe(true);
  expect(mayOpen(admin, '/lab/specimens/SPECIMEN')).toBe(true);
  expect(mayOpen(visitor('WBL', 'ADMIN'), '/lab/queue')).toBe(true);
});

test('a page that is not built, or not for the role, does not open', () => {
  expect(mayOpen(visitor('WBL', 'ADMIN'), '/lab/studies')).toBe(false);
  expect(mayOpen(visitor('WBL', 'CS_REP'), '/lab/samples')).toBe(false);
  expect(mayOpen(visitor('WBL', 'PROJECT_MANAGER'), '/lab/specimens/accession')).toBe(false);
  expect(needsReplica('/lab/specimens/accession?order=1')).toBe(true);
});
