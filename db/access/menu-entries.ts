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

export type MenuName = keyof typeof MENU;
