import { describe, expect, it } from 'vitest';
import { PERMISSIONS } from '#db/identity/permission-group.ts';
import { menuFor, menuOfRole } from './menus.ts';
import type { Visitor } from './permissions.ts';
import { CLINICAL_ROLES, ROLES, type Role } from './roles.ts';
import type { SiteVariant } from './session.ts';

const LAB = 'Queue /lab/queue, Batches, Specimens /lab/specimens, Samples, Lab Orders';
const MANAGER = 'Orders, Projects, Specimens /specimens, Invoices, Users, Support';
const MEMBER = 'Orders, Projects, Specimens /specimens, Support';
const CS = 'Specimens /lab/specimens, Lab Orders, Organizations, Billing Invoices';

/**
 * Specification 6 and domain 7.1 as printed, after Dashboard; an address is used where two entries share a
 * label.
 */
const LAB_MENUS: Record<Role, string> = {
  ADMIN: `${LAB}, Sequencing, Lab Projects, Studies, Organizations, Users, Protocols, Inventory, Admin`,
  DEVELOPER: `${LAB}, Sequencing, Organizations, Invoices, Reports, Users, Support, Lab Projects, Protocols, Studies, Inventory, Admin, Dev Tools`,
  LAB_MANAGER: `${LAB}, Lab Projects, Studies, Protocols, Users, Inventory, Manager, Sequencing`,
  LAB_CLINICAL_DIRECTOR: `${LAB}, Protocols, Lab Projects, Studies, Inventory, Clinical Director, Sequencing`,
  LAB_RESEARCH_DIRECTOR: `${LAB}, Protocols, Lab Projects, Studies, Inventory, Research Director, Sequencing`,
  LAB_TECH: `${LAB}, Lab Projects, Inventory, Sequencing`,
  RESEARCH_ASSISTANT: `${LAB}, Protocols, Studies, Inventory, Sequencing`,
  PROJECT_MANAGER: `${LAB}, Lab Projects, Services, Protocols, Organizations, Users, Sequencing`,
  BILLING_MANAGER: 'Queue /queue, Pending Approvals, Lab Orders, Billing Invoices, Reports',
  CS_MANAGER: CS,
  CS_REP: CS,
  SALES_LEADER: 'Lab Orders, Organizations, Protocol Pricing, Services',
  SALES_REP: 'Lab Orders, Organizations, Services',
  COMPANY_MANAGER: MANAGER,
  INSTITUTION_MANAGER: MANAGER,
  COMPANY_USER: MEMBER,
  INSTITUTION_USER: MEMBER,
  CLINICIAN: '',
  CLINICAL_BILLING_MANAGER: '',
  CLINICAL_MANAGER: '',
};

const CLINIC = 'Orders, Projects, Specimens /specimens, Patients, Invoices, Locations, Users, Support';
const CLINIC_MEMBER = 'Orders, Projects, Specimens /specimens, Patients, Support';
const CLINIC_CS = 'Specimens /lab/specimens, Lab Orders, Locations, Billing Invoices';

const CLINICAL_MENUS: Record<Role, string> = {
  ADMIN: 'Specimens /specimens, Orders, Patients, Projects, Studies, Locations, Users, Admin',
  DEVELOPER:
    'Specimens /lab/specimens, Lab Orders, Lab Projects, Studies, Protocols, Locations, Invoices, Billing Invoices, Reports, Users, Support, Admin, Dev Tools',
  BILLING_MANAGER: 'Pending Approvals, Lab Orders, Billing Invoices, Reports',
  COMPANY_MANAGER: CLINIC,
  INSTITUTION_MANAGER: CLINIC,
  CLINICIAN: CLINIC,
  CLINICAL_BILLING_MANAGER: CLINIC,
  CLINICAL_MANAGER: CLINIC,
  COMPANY_USER: CLINIC_MEMBER,
  INSTITUTION_USER: CLINIC_MEMBER,
  CS_MANAGER: CLINIC_CS,
  CS_REP: CLINIC_CS,
  SALES_LEADER: 'Lab Orders, Locations, Protocol Pricing, Services, Pending Approvals',
  SALES_REP: 'Lab Orders, Locations, Services',
  PROJECT_MANAGER:
    'Specimens /lab/specimens, Lab Orders, Lab Projects, Locations, Users, Protocols, Services',
  LAB_MANAGER: '',
  LAB_CLINICAL_DIRECTOR: '',
  LAB_RESEARCH_DIRECTOR: '',
  LAB_TECH: '',
  RESEARCH_ASSISTANT: '',
};

const person = (role: Role, more: Partial<Visitor> = {}): Visitor => ({
  role,
  permissions: [...PERMISSIONS],
  parentCompanyId: null,
  ...more,
});

const printMenu = (variant: SiteVariant, role: Role, printed: string): string =>
  menuFor(variant, person(role))
    .slice(1)
    .map(({ label, path }) => (printed.includes(`${label} /`) ? `${label} ${path}` : label))
    .join(', ');

const childrenOf = (variant: SiteVariant, visitor: Visitor, label: string): string[] =>
  menuFor(variant, visitor)
    .find((entry) => entry.label === label)
    ?.children?.map((child) => `${child.label} ${child.path}`) ?? [];

describe('the side menus', () => {
  it.each(ROLES)('%s: have the entries of the specification, in both variants, in this order', (role) => {
    expect(printMenu('lab-services', role, LAB_MENUS[role])).toBe(LAB_MENUS[role]);
    expect(printMenu('clinical', role, CLINICAL_MENUS[role])).toBe(CLINICAL_MENUS[role]);
  });

  it('show Dashboard first to every role, and no entry without a role', () => {
    for (const variant of ['lab-services', 'clinical'] as const) {
      for (const role of ROLES)
        expect(menuFor(variant, person(role))[0]).toEqual({ label: 'Dashboard', path: '/' });
      expect(menuFor(variant, null)).toEqual([]);
    }
    for (const role of CLINICAL_ROLES) expect(menuFor('lab-services', person(role))).toHaveLength(1);
  });

  it('have the subentries of the specification', () => {
    const developer = person('DEVELOPER');
    expect(childrenOf('lab-services', developer, 'Admin')).toEqual([
      'Protocol Pricing /lab/protocols/pricing',
      'Services /lab/services',
      'Event Log /event-log',
      'Permissions /permissions',
    ]);
    expect(childrenOf('clinical', developer, 'Admin')).toEqual([
      'Event Log /event-log',
      'Permissions /permissions',
    ]);
    expect(childrenOf('lab-services', developer, 'Dev Tools')).toEqual([
      'Data Sync /data-sync',
      'Email Test /email-test',
      'Event Log /event-log',
    ]);
    expect(childrenOf('lab-services', developer, 'Inventory')).toEqual([
      'Dashboard /lab/inventory',
      'Items /lab/inventory/items',
      'Equipment /lab/inventory/equipment',
      'Sequencers /lab/inventory/sequencers',
      'Types /lab/inventory/types',
      'Measurement Units /lab/inventory/measurement-units',
      'Storage Management /lab/inventory/storage-management',
    ]);
    expect(childrenOf('lab-services', developer, 'Protocols')).toEqual([
      'Protocols /lab/protocols',
      'Procedures /lab/procedures',
      'Sections /lab/sections',
      'Analysis /lab/analysis',
      'Flows /lab/flows',
    ]);
    expect(childrenOf('lab-services', person('RESEARCH_ASSISTANT'), 'Protocols')).toContain(
      'Research Protocols /lab/research/protocols',
    );
    expect(childrenOf('lab-services', person('LAB_MANAGER'), 'Manager')).toEqual([
      'Services /lab/services',
      'Event Log /event-log',
    ]);
    expect(childrenOf('lab-services', developer, 'Support')).toEqual([
      'Contact Us /support/contact',
      'Videos /support/videos',
    ]);
  });

  it('have no queue, batches, samples, analysis, flows, inventory or manager in the clinical variant', () => {
    const paths = ROLES.flatMap((role) =>
      menuOfRole('clinical', role).flatMap((entry) => [
        entry.path,
        ...(entry.children ?? []).map(({ path }) => path),
      ]),
    );
    expect(
      paths.filter((path) => /queue|batches|samples|analysis|flows|inventory|manager/.test(path)),
    ).toEqual([]);
  });
});

describe('menu entries that require a permission', () => {
  const labels = (visitor: Visitor) => menuFor('clinical', visitor).map(({ label }) => label);

  it('show Locations to people without a parent company or with the view of all companies', () => {
    const clinic = { permissions: ['COMPANY_VIEW'], parentCompanyId: null };
    expect(labels(person('CLINICIAN', clinic))).toContain('Locations');
    expect(labels(person('CLINICIAN', { ...clinic, parentCompanyId: 'group' }))).not.toContain('Locations');
    const all = { permissions: ['COMPANY_VIEW_ALL'], parentCompanyId: 'group' };
    expect(labels(person('CLINICIAN', all))).toContain('Locations');
    expect(labels(person('CLINICIAN', { permissions: [], parentCompanyId: null }))).not.toContain(
      'Locations',
    );
  });

  it('hide Patients and Permissions from people without the permissions', () => {
    expect(labels(person('CLINICIAN', { permissions: ['PATIENTS_VIEW'] }))).toContain('Patients');
    expect(labels(person('CLINICIAN', { permissions: [] }))).not.toContain('Patients');
    const admin = person('ADMIN', { permissions: ['EVENT_LOG_VIEW_ALL'] });
    expect(childrenOf('lab-services', admin, 'Admin')).not.toContain('Permissions /permissions');
  });
});
