import { isOffered, type RoleOrVisitor, roleOf } from './permissions.ts';
import type { Role } from './roles.ts';
import type { SiteVariant } from './session.ts';

/** One entry of the side menu: its label and its path. */
export interface MenuEntry {
  label: string;
  path: string;
  children?: readonly MenuEntry[];
}

const entry = (label: string, path: string, children?: readonly MenuEntry[]): MenuEntry =>
  children ? { label, path, children } : { label, path };

const services = entry('Services', '/lab/services');
const eventLog = entry('Event Log', '/event-log');
const dataSync = entry('Data Sync', '/data-sync');
const permissions = entry('Permissions', '/permissions');
const protocolPricing = entry('Protocol Pricing', '/lab/protocols/pricing');
const procedures = entry('Procedures', '/lab/procedures');
const sections = entry('Sections', '/lab/sections');
const analysis = entry('Analysis', '/lab/analysis');
const flows = entry('Flows', '/lab/flows');

/**
 * Every menu entry of the specification (2.3), by name; both variants and all roles use a subset of these.
 */
export const MENU = {
  dashboard: entry('Dashboard', '/'),
  admin: entry('Admin', '/admin', [protocolPricing, services, eventLog, permissions]),
  adminClinical: entry('Admin', '/admin', [eventLog, permissions]),
  approvals: entry('Pending Approvals', '/approvals'),
  batches: entry('Batches', '/lab/batches'),
  clinicalDirector: entry('Clinical Director', '/lab/clinical-director', [eventLog]),
  researchDirector: entry('Research Director', '/lab/research-director', [eventLog]),
  organizations: entry('Organizations', '/organizations'),
  locations: entry('Locations', '/locations'),
  devTools: entry('Dev Tools', '/dev-tools', [dataSync, entry('Email Test', '/email-test'), eventLog]),
  inventory: entry('Inventory', '/inventory', [
    entry('Dashboard', '/lab/inventory'),
    entry('Items', '/lab/inventory/items'),
    entry('Equipment', '/lab/inventory/equipment'),
    entry('Sequencers', '/lab/inventory/sequencers'),
    entry('Types', '/lab/inventory/types'),
    entry('Measurement Units', '/lab/inventory/measurement-units'),
    entry('Storage Management', '/lab/inventory/storage-management'),
  ]),
  invoices: entry('Invoices', '/invoices'),
  billingInvoices: entry('Billing Invoices', '/billing/invoices'),
  labOrders: entry('Lab Orders', '/lab/orders'),
  labProjects: entry('Lab Projects', '/lab/projects'),
  labQueue: entry('Queue', '/lab/queue'),
  queue: entry('Queue', '/queue'),
  labSpecimens: entry('Specimens', '/lab/specimens'),
  manager: entry('Manager', '/manager', [services, eventLog]),
  orders: entry('Orders', '/orders'),
  patients: entry('Patients', '/patients'),
  projects: entry('Projects', '/projects'),
  protocols: entry('Protocols', '/lab/protocols', [
    entry('Protocols', '/lab/protocols'),
    procedures,
    sections,
    analysis,
    flows,
  ]),
  researchGroup: entry('Protocols', '/lab/protocols', [
    entry('Protocols', '/lab/protocols'),
    entry('Research Protocols', '/lab/research/protocols'),
    procedures,
    sections,
    analysis,
    flows,
  ]),
  // Specification 2.4: the clinical variant has no analysis and no flows.
  clinicalProtocols: entry('Protocols', '/lab/protocols'),
  protocolPricing,
  sequencing: entry('Sequencing', '/internal/results'),
  samples: entry('Samples', '/lab/samples'),
  services,
  specimens: entry('Specimens', '/specimens'),
  studies: entry('Studies', '/lab/studies'),
  support: entry('Support', '/support', [
    entry('Contact Us', '/support/contact'),
    entry('Videos', '/support/videos'),
  ]),
  users: entry('Users', '/users'),
  reports: entry('Reports', '/billing/reports'),
} as const satisfies Record<string, MenuEntry>;

type MenuName = keyof typeof MENU;

const LAB_SET = ['labQueue', 'batches', 'labSpecimens', 'samples', 'labOrders'] as const;
const MANAGERS = ['orders', 'projects', 'specimens', 'invoices', 'users', 'support'] as const;
const MEMBERS = ['orders', 'projects', 'specimens', 'support'] as const;
const CUSTOMER_SERVICE = ['labSpecimens', 'labOrders', 'organizations', 'billingInvoices'] as const;
const RESEARCH_MENU = [...LAB_SET, 'researchGroup', 'studies', 'inventory', 'sequencing'] as const;

/**
 * Domain 7.1, lab variant: the entries of each role after Dashboard. A role that is not listed sees only
 * Dashboard.
 */
const LAB: Partial<Record<Role, readonly MenuName[]>> = {
  ADMIN: [
    ...LAB_SET,
    'sequencing',
    'labProjects',
    'studies',
    'organizations',
    'users',
    'protocols',
    'inventory',
    'admin',
  ],
  DEVELOPER: [
    ...LAB_SET,
    'sequencing',
    'organizations',
    'invoices',
    'reports',
    'users',
    'support',
    'labProjects',
    'protocols',
    'studies',
    'inventory',
    'admin',
    'devTools',
  ],
  LAB_MANAGER: [
    ...LAB_SET,
    'labProjects',
    'studies',
    'protocols',
    'users',
    'inventory',
    'manager',
    'sequencing',
  ],
  LAB_CLINICAL_DIRECTOR: [
    ...LAB_SET,
    'protocols',
    'labProjects',
    'studies',
    'inventory',
    'clinicalDirector',
    'sequencing',
  ],
  LAB_RESEARCH_DIRECTOR: [
    ...LAB_SET,
    'protocols',
    'labProjects',
    'studies',
    'inventory',
    'researchDirector',
    'sequencing',
  ],
  LAB_TECH: [...LAB_SET, 'labProjects', 'inventory', 'sequencing'],
  RESEARCH_ASSISTANT: RESEARCH_MENU,
  PROJECT_MANAGER: [
    ...LAB_SET,
    'labProjects',
    'services',
    'protocols',
    'organizations',
    'users',
    'sequencing',
  ],
  BILLING_MANAGER: ['queue', 'approvals', 'labOrders', 'billingInvoices', 'reports'],
  CS_MANAGER: CUSTOMER_SERVICE,
  CS_REP: CUSTOMER_SERVICE,
  SALES_LEADER: ['labOrders', 'organizations', 'protocolPricing', 'services'],
  SALES_REP: ['labOrders', 'organizations', 'services'],
  COMPANY_MANAGER: MANAGERS,
  INSTITUTION_MANAGER: MANAGERS,
  COMPANY_USER: MEMBERS,
  INSTITUTION_USER: MEMBERS,
};

const CLINIC = [
  'orders',
  'projects',
  'specimens',
  'patients',
  'invoices',
  'locations',
  'users',
  'support',
] as const;
const CLINIC_MEMBERS = ['orders', 'projects', 'specimens', 'patients', 'support'] as const;
const CLINIC_SERVICE = ['labSpecimens', 'labOrders', 'locations', 'billingInvoices'] as const;

/** Domain 7.1, clinical variant. */
const CLINICAL: Partial<Record<Role, readonly MenuName[]>> = {
  ADMIN: ['specimens', 'orders', 'patients', 'projects', 'studies', 'locations', 'users', 'adminClinical'],
  DEVELOPER: [
    'labSpecimens',
    'labOrders',
    'labProjects',
    'studies',
    'clinicalProtocols',
    'locations',
    'invoices',
    'billingInvoices',
    'reports',
    'users',
    'support',
    'adminClinical',
    'devTools',
  ],
  BILLING_MANAGER: ['approvals', 'labOrders', 'billingInvoices', 'reports'],
  COMPANY_MANAGER: CLINIC,
  INSTITUTION_MANAGER: CLINIC,
  CLINICIAN: CLINIC,
  CLINICAL_BILLING_MANAGER: CLINIC,
  CLINICAL_MANAGER: CLINIC,
  COMPANY_USER: CLINIC_MEMBERS,
  INSTITUTION_USER: CLINIC_MEMBERS,
  CS_MANAGER: CLINIC_SERVICE,
  CS_REP: CLINIC_SERVICE,
  SALES_LEADER: ['labOrders', 'locations', 'protocolPricing', 'services', 'approvals'],
  SALES_REP: ['labOrders', 'locations', 'services'],
  PROJECT_MANAGER: [
    'labSpecimens',
    'labOrders',
    'labProjects',
    'locations',
    'users',
    'clinicalProtocols',
    'services',
  ],
};

/** Return every entry of a role's side menu, Dashboard first, regardless of permissions. */
export function menuOfRole(variant: SiteVariant, role: Role): readonly MenuEntry[] {
  const names = (variant === 'lab-services' ? LAB : CLINICAL)[role] ?? [];
  return [MENU.dashboard, ...names.map((name): MenuEntry => MENU[name])];
}

const filterMenu = (visitor: RoleOrVisitor, entries: readonly MenuEntry[]): MenuEntry[] =>
  entries
    .filter(({ path }) => isOffered(visitor, path))
    .map((entry) => (entry.children ? { ...entry, children: filterMenu(visitor, entry.children) } : entry));

/** Return the side menu of a person: without entries that need a missing permission; empty without a role. */
export const menuFor = (variant: SiteVariant, visitor: RoleOrVisitor | null): readonly MenuEntry[] =>
  visitor === null ? [] : filterMenu(visitor, menuOfRole(variant, roleOf(visitor)));
