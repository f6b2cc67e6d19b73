import { describe, expect, it, test } from 'vitest';
import { PERMISSIONS } from '#db/identity/permission-group.ts';
import type { Family } from './families.ts';
import { limitNameOf, may } from './grants.ts';
import { menuOfRole } from './menus.ts';
import { mayVisit } from './paths.ts';
import { CLINICAL_ROLES, CUSTOMER_ROLES, ROLES, type Role, STAFF_ROLES } from './roles.ts';

// Lists of the specification contradict each other in some places. Each difference is here with the decision
// of the domain (D…) that settles it; a new difference fails a test.

/** Specification 6, "path access per role", as printed: the first segments of the paths. */
const MANAGER = ['/', '/invoices', '/order', '/orders', '/payment', '/projects', '/specimens', '/users'];
const MEMBER = ['/', '/order', '/orders', '/projects', '/specimens'];
const CUSTOMER_SERVICE = ['/lab/orders', '/lab/specimens', '/payment', '/billing/invoices'];
const BENCH = [
  '/',
  '/lab/queue',
  '/queue',
  '/lab/batches',
  '/lab/specimens',
  '/lab/samples',
  '/lab/orders',
  '/lab/assigned-sections',
  '/lab/inventory',
  '/inventory',
  '/internal/results',
  '/lab/flows',
];
const DIRECTOR = [
  ...BENCH,
  '/lab/studies',
  '/lab/protocols',
  '/lab/sections',
  '/lab/projects',
  '/lab/procedures',
  '/event-log',
  '/lab/analysis',
];
const PRINTED: Partial<Record<Role, readonly string[]>> = {
  COMPANY_MANAGER: MANAGER,
  INSTITUTION_MANAGER: MANAGER,
  COMPANY_USER: MEMBER,
  INSTITUTION_USER: MEMBER,
  BILLING_MANAGER: ['/approvals', '/lab/orders', '/queue', '/billing'],
  CS_MANAGER: CUSTOMER_SERVICE,
  CS_REP: CUSTOMER_SERVICE,
  PROJECT_MANAGER: [
    '/lab/orders',
    '/lab/queue',
    '/lab/batches',
    '/lab/specimens',
    '/lab/samples',
    '/lab/sections',
    '/order',
    '/queue',
    '/users',
    '/lab/projects',
    '/lab/procedures',
    '/director/research',
    '/lab/protocols',
    '/lab/services',
    '/internal/results',
    '/lab/analysis',
    '/lab/flows',
  ],
  SALES_LEADER: ['/lab/orders', '/lab/services', '/approvals', '/users', '/lab/protocols'],
  SALES_REP: ['/lab/orders', '/lab/services'],
  LAB_MANAGER: [
    ...BENCH,
    '/lab/projects',
    '/lab/studies',
    '/users',
    '/event-log',
    '/lab/sections',
    '/lab/protocols',
    '/lab/procedures',
    '/lab/services',
    '/lab/analysis',
  ],
  LAB_TECH: [...BENCH, '/lab/projects'],
  LAB_CLINICAL_DIRECTOR: [...DIRECTOR, '/director/clinical'],
  LAB_RESEARCH_DIRECTOR: [...DIRECTOR, '/director/research'],
  RESEARCH_ASSISTANT: [
    ...BENCH,
    '/lab/procedures',
    '/lab/sections',
    '/lab/protocols',
    '/lab/studies',
    '/lab/analysis',
  ],
};

const covered = (printed: readonly string[], path: string): boolean =>
  printed.some((start) => path === start || (start !== '/' && path.startsWith(`${start}/`)));

const linksOf = (role: Role): string[] =>
  menuOfRole('lab-services', role)
    .flatMap((entry) => (entry.children ?? [entry]).map(({ path }) => path))
    .filter((path) => path !== '/');

describe('menu and path list of the lab variant', () => {
  it('D9: a menu entry implies its path where the path list is shorter', () => {
    const missing = ROLES.flatMap((role) => {
      const printed = PRINTED[role];
      const links = printed ? linksOf(role).filter((path) => !covered(printed, path)) : [];
      return links.length > 0 ? [`${role} ${links.join(' ')}`] : [];
    });
    expect(missing).toEqual([
      // Support is common to every role with a session (domain 7.1).
      'COMPANY_MANAGER /support/contact /support/videos',
      'COMPANY_USER /support/contact /support/videos',
      'CS_MANAGER /organizations',
      'CS_REP /organizations',
      'INSTITUTION_MANAGER /support/contact /support/videos',
      'INSTITUTION_USER /support/contact /support/videos',
      'PROJECT_MANAGER /organizations',
      'RESEARCH_ASSISTANT /lab/research/protocols',
      'SALES_LEADER /organizations',
      'SALES_REP /organizations',
    ]);
    for (const role of ROLES) {
      const visitor = { role, permissions: [...PERMISSIONS], parentCompanyId: null };
      for (const path of linksOf(role))
        expect([path, mayVisit('lab-services', visitor, path)]).toEqual([path, true]);
    }
  });

  it('D14: the path list names no role for Data Sync; the bench opens it from the header', () => {
    const linked = ROLES.filter((role) => linksOf(role).includes('/data-sync'));
    expect(linked).toEqual(['DEVELOPER']);
    const reached = ROLES.filter((role) => mayVisit('lab-services', role, '/data-sync'));
    expect(reached).toEqual([
      'ADMIN',
      'DEVELOPER',
      'LAB_MANAGER',
      'LAB_CLINICAL_DIRECTOR',
      'LAB_RESEARCH_DIRECTOR',
      'LAB_TECH',
      'RESEARCH_ASSISTANT',
    ]);
  });

  it('D10: clinical roles have no paths in the lab variant, and those of their menu in the clinical one', () => {
    for (const role of CLINICAL_ROLES) {
      expect(mayVisit('lab-services', role, '/orders')).toBe(false);
      expect(mayVisit('clinical', role, '/orders')).toBe(true);
    }
  });
});

/** The grant that a page needs to open, for pages that show one family. */
const READS: Readonly<Record<string, Family>> = {
  '/users': 'users',
  '/organizations': 'companies',
  '/lab/projects': 'lab/projects',
  '/projects': 'projects',
  '/invoices': 'invoices',
  '/billing/invoices': 'billing/invoice',
  '/lab/studies': 'lab/studies',
  '/lab/protocols': 'lab/protocols',
  '/lab/protocols/pricing': 'lab/price',
  '/lab/procedures': 'lab/procedures',
  '/lab/sections': 'lab/sections',
  '/lab/services': 'lab/services',
  '/lab/analysis': 'lab/analysis',
  '/lab/flows': 'lab/flows',
  '/internal/results': 'internal/results',
  '/lab/inventory/items': 'lab/inventory-item',
  '/lab/batches': 'lab/batches',
  '/lab/samples': 'lab/samples',
  '/lab/specimens': 'lab/specimens',
  '/lab/orders': 'lab/orders',
  '/patients': 'patients',
  '/event-log': 'lab/events',
  '/orders': 'orders',
  '/specimens': 'specimens',
  '/service': 'lab/services',
};

describe('path list and grants', () => {
  it('agree except for one page, which then reports that its rows are refused: the grants decide', () => {
    const differing = ROLES.flatMap((role) => {
      const visitor = { role, permissions: [...PERMISSIONS], parentCompanyId: null };
      return Object.entries(READS)
        .filter(([path, family]) => mayVisit('lab-services', visitor, path) && !may(role, `${family}:read`))
        .map(([path]) => `${role} ${path}`);
    });
    expect(differing).toEqual([
      // Domain 7.1 gives all of /lab/protocols; prices are granted to sales, billing, service and projects only (7.3).
      'LAB_MANAGER /lab/protocols/pricing',
      'LAB_CLINICAL_DIRECTOR /lab/protocols/pricing',
      'LAB_RESEARCH_DIRECTOR /lab/protocols/pricing',
      'RESEARCH_ASSISTANT /lab/protocols/pricing',
    ]);
  });

  it('D11: customers create quotes among lab services', () => {
    for (const role of ['COMPANY_MANAGER', 'COMPANY_USER', 'CLINICAL_MANAGER'] as const)
      expect(limitNameOf(role, 'lab/services:create')).toBe('quote');
  });

  it('D18: a sales rep reads orders, drafts them and proposes adjustments; a lab tech works in batches', () => {
    expect([may('SALES_REP', 'lab/orders:create'), may('SALES_REP', 'lab/orders:update')]).toEqual([
      true,
      false,
    ]);
    expect(may('SALES_REP', 'lab/price-adjustments:create')).toBe(true);
    expect([may('LAB_TECH', 'lab/batches:update'), may('LAB_TECH', 'lab/batches:create')]).toEqual([
      true,
      false,
    ]);
  });
});

describe('the role lists', () => {
  test('D7: 17 roles exist without clinical ones, 15 without those of the bench', () => {
    const withoutClinical = ROLES.filter((role) => !CLINICAL_ROLES.some((one) => one === role));
    const bench = /^(LAB_|RESEARCH_ASSISTANT)/;
    expect(withoutClinical).toHaveLength(17);
    expect(ROLES.filter((role) => !bench.test(role))).toHaveLength(15);
  });

  test('D8: the list of staff operations has the 13 staff roles, and none of them orders for a company', () => {
    expect(STAFF_ROLES).toHaveLength(13);
    expect(CUSTOMER_ROLES).toHaveLength(ROLES.length - STAFF_ROLES.length);
  });
});
