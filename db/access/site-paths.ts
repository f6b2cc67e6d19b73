/** What a page belongs to: with this part of the product it comes, when it is not there yet. */
export const PARTS = {
  accounts: 'Accounts, companies and settings',
  orders: 'Orders, invoices and payments',
  catalogue: 'Protocols, procedures, flows and analysis',
  inventory: 'Inventory and equipment',
  sequencing: 'Sequencing and results',
  research: 'Projects and studies',
  bench: 'Work at the bench',
} as const;
export type Part = keyof typeof PARTS;

/** A page of the site: every path of the specification's 2.1 and every link of its menus (2.3, 2.4). */
export interface SitePath {
  path: string;
  title: string;
  part: Part;
  /** Does the page exist? The others lead to one page that says so. */
  built: boolean;
}

const page = (path: string, title: string, part: Part): SitePath => ({ path, title, part, built: true });
const later = (path: string, title: string, part: Part): SitePath => ({ path, title, part, built: false });

export const SITE_PATHS: readonly SitePath[] = [
  page('/', 'Dashboard', 'bench'),
  later('/admin', 'Admin', 'accounts'),
  later('/approvals', 'Pending Approvals', 'orders'),
  later('/billing', 'Billing', 'orders'),
  later('/billing/invoices', 'Billing Invoices', 'orders'),
  later('/billing/reports', 'Reports', 'orders'),
  later('/create-account/success', 'Account created', 'accounts'),
  page('/data-sync', 'Data Sync', 'bench'),
  page('/dev-tools', 'Dev Tools', 'accounts'),
  later('/director/clinical', 'Clinical Director', 'catalogue'),
  later('/director/research', 'Research Director', 'catalogue'),
  later('/email-test', 'Email Test', 'accounts'),
  later('/event-log', 'Event Log', 'accounts'),
  later('/internal/results', 'Sequencing', 'sequencing'),
  later('/inventory', 'Inventory', 'inventory'),
  later('/invoices', 'Invoices', 'orders'),
  later('/invoices/payment', 'Pay an invoice', 'orders'),
  later('/lab', 'Lab', 'bench'),
  later('/lab/analysis', 'Analysis', 'catalogue'),
  page('/lab/assigned-sections', 'Assigned sections', 'bench'),
  page('/lab/batches', 'Batches', 'bench'),
  later('/lab/clinical-director', 'Clinical Director', 'catalogue'),
  later('/lab/flows', 'Flows', 'catalogue'),
  later('/lab/inventory', 'Inventory', 'inventory'),
  later('/lab/inventory/equipment', 'Equipment', 'inventory'),
  later('/lab/inventory/items', 'Items', 'inventory'),
  later('/lab/inventory/measurement-units', 'Measurement Units', 'inventory'),
  later('/lab/inventory/sequencers', 'Sequencers', 'sequencing'),
  page('/lab/inventory/storage-management', 'Storage Management', 'bench'),
  later('/lab/inventory/types', 'Types', 'inventory'),
  later('/lab/measurement-unit', 'Measurement unit', 'inventory'),
  later('/lab/orders', 'Lab Orders', 'orders'),
  later('/lab/procedures', 'Procedures', 'catalogue'),
  later('/lab/projects', 'Lab Projects', 'research'),
  later('/lab/protocols', 'Protocols', 'catalogue'),
  later('/lab/protocols/pricing', 'Protocol Pricing', 'orders'),
  page('/lab/queue', 'Queue', 'bench'),
  later('/lab/research/protocols', 'Research Protocols', 'catalogue'),
  later('/lab/research-director', 'Research Director', 'catalogue'),
  page('/lab/samples', 'Samples', 'bench'),
  page('/lab/samples/check-in', 'Check samples in', 'bench'),
  page('/lab/samples/check-out', 'Check samples out', 'bench'),
  page('/lab/samples/move', 'Move samples', 'bench'),
  later('/lab/sections', 'Sections', 'catalogue'),
  later('/lab/services', 'Services', 'orders'),
  page('/lab/specimens', 'Specimens', 'bench'),
  page('/lab/specimens/accession', 'Check in', 'bench'),
  later('/lab/studies', 'Studies', 'research'),
  later('/locations', 'Locations', 'accounts'),
  later('/manager', 'Manager', 'accounts'),
  later('/notes', 'Notes', 'orders'),
  later('/order', 'Order', 'orders'),
  later('/order/create', 'New order', 'orders'),
  later('/orders', 'Orders', 'orders'),
  later('/organizations', 'Organizations', 'accounts'),
  later('/patients', 'Patients', 'orders'),
  later('/payment', 'Payment', 'orders'),
  page('/permissions', 'Permissions', 'accounts'),
  later('/projects', 'Projects', 'research'),
  later('/queue', 'Queue', 'orders'),
  later('/service', 'Services', 'orders'),
  page('/settings', 'Settings', 'accounts'),
  page('/settings/account', 'Account', 'accounts'),
  later('/specimens', 'Specimens', 'orders'),
  later('/support', 'Support', 'orders'),
  later('/support/contact', 'Contact Us', 'orders'),
  later('/support/videos', 'Videos', 'orders'),
  later('/users', 'Users', 'accounts'),
];

/** How many pages are not there yet. A test holds it equal to the list, so that it is lowered with every page. */
export const PAGES_NOT_BUILT = 52;

/** The page of the list that a path belongs to: itself, or the nearest one above it. */
export function sitePathOf(path: string): SitePath | null {
  const fitting = SITE_PATHS.filter((known) => path === known.path || path.startsWith(`${known.path}/`));
  return fitting.reduce<SitePath | null>(
    (best, next) => (best === null || next.path.length > best.path.length ? next : best),
    null,
  );
}
