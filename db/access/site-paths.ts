/** The part of the product that a page belongs to; a page that is not built yet comes with this part. */
export const PARTS = {
  accounts: 'Accounts, companies and settings',
  orders: 'Orders, invoices and payments',
  catalogue: 'Protocols, procedures, flows and analysis',
  inventory: 'Inventory and equipment',
  sequencing: 'Sequencing and results',
  research: 'Projects and studies',
  bench: 'Work at the bench',
} as const;
type Part = keyof typeof PARTS;

/** A page of the site: every path of the specification's 2.1 and every link of its menus (2.3, 2.4). */
export interface SitePath {
  path: string;
  title: string;
  part: Part;
  /** Whether the page is built. Paths of the others lead to one page that says so. */
  built: boolean;
  /** What the page will show once it is built, as a phrase for the middle of a sentence. */
  brings: string | null;
}

const page = (path: string, title: string, part: Part): SitePath => ({
  path,
  title,
  part,
  built: true,
  brings: null,
});
const later = (path: string, title: string, part: Part, brings: string): SitePath => ({
  path,
  title,
  part,
  built: false,
  brings,
});

export const SITE_PATHS: readonly SitePath[] = [
  page('/', 'Dashboard', 'bench'),
  page('/admin', 'Admin', 'accounts'),
  page('/approvals', 'Pending Approvals', 'orders'),
  page('/billing', 'Billing', 'orders'),
  page('/billing/invoices', 'Billing Invoices', 'orders'),
  page('/billing/reports', 'Reports', 'orders'),
  page('/create-account/success', 'Account created', 'accounts'),
  page('/data-sync', 'Data Sync', 'bench'),
  page('/dev-tools', 'Dev Tools', 'accounts'),
  page('/director/clinical', 'Clinical Director', 'catalogue'),
  page('/director/research', 'Research Director', 'catalogue'),
  page('/email-test', 'Email Test', 'accounts'),
  page('/event-log', 'Event Log', 'accounts'),
  page('/internal/results', 'Sequencing', 'sequencing'),
  page('/inventory', 'Inventory', 'inventory'),
  page('/invoices', 'Invoices', 'orders'),
  page('/invoices/payment', 'Pay an invoice', 'orders'),
  page('/lab', 'Lab', 'bench'),
  page('/lab/analysis', 'Analysis', 'catalogue'),
  page('/lab/assigned-sections', 'Assigned sections', 'bench'),
  page('/lab/batches', 'Batches', 'bench'),
  page('/lab/clinical-director', 'Clinical Director', 'catalogue'),
  page('/lab/flows', 'Flows', 'catalogue'),
  later(
    '/lab/inventory',
    'Inventory',
    'inventory',
    'stock that runs low or expires, and equipment that is due',
  ),
  later(
    '/lab/inventory/equipment',
    'Equipment',
    'inventory',
    'equipment with its maintenance and calibration',
  ),
  later(
    '/lab/inventory/items',
    'Items',
    'inventory',
    'lots of reagents and consumables, what is left of them and when they expire',
  ),
  later(
    '/lab/inventory/measurement-units',
    'Measurement Units',
    'inventory',
    'the units that amounts are given in',
  ),
  page('/lab/inventory/sequencers', 'Sequencers', 'sequencing'),
  page('/lab/inventory/storage-management', 'Storage Management', 'bench'),
  later(
    '/lab/inventory/types',
    'Types',
    'inventory',
    'types of reagents and consumables with their minimum stock',
  ),
  later('/lab/measurement-unit', 'Measurement unit', 'inventory', 'one unit that amounts are given in'),
  page('/lab/orders', 'Lab Orders', 'orders'),
  page('/lab/procedures', 'Procedures', 'catalogue'),
  page('/lab/projects', 'Lab Projects', 'research'),
  page('/lab/protocols', 'Protocols', 'catalogue'),
  page('/lab/protocols/pricing', 'Protocol Pricing', 'orders'),
  page('/lab/queue', 'Queue', 'bench'),
  page('/lab/research/protocols', 'Research Protocols', 'catalogue'),
  page('/lab/research-director', 'Research Director', 'catalogue'),
  page('/lab/samples', 'Samples', 'bench'),
  page('/lab/samples/check-in', 'Check samples in', 'bench'),
  page('/lab/samples/check-out', 'Check samples out', 'bench'),
  page('/lab/samples/move', 'Move samples', 'bench'),
  page('/lab/sections', 'Sections', 'catalogue'),
  page('/lab/services', 'Services', 'orders'),
  page('/lab/specimens', 'Specimens', 'bench'),
  page('/lab/specimens/accession', 'Check in', 'bench'),
  page('/lab/training', 'Training', 'catalogue'),
  later('/lab/studies', 'Studies', 'research', 'studies with their subjects and samples'),
  page('/locations', 'Locations', 'accounts'),
  page('/manager', 'Manager', 'accounts'),
  page('/notes', 'Notes', 'orders'),
  page('/order', 'Order', 'orders'),
  page('/order/create', 'New order', 'orders'),
  page('/orders', 'Orders', 'orders'),
  page('/organizations', 'Organizations', 'accounts'),
  page('/patients', 'Patients', 'orders'),
  page('/payment', 'Payment', 'orders'),
  page('/permissions', 'Permissions', 'accounts'),
  page('/projects', 'Projects', 'research'),
  page('/queue', 'Queue', 'orders'),
  page('/service', 'Services', 'orders'),
  page('/settings', 'Settings', 'accounts'),
  page('/settings/account', 'Account', 'accounts'),
  page('/specimens', 'Specimens', 'orders'),
  page('/support', 'Support', 'orders'),
  page('/support/contact', 'Contact Us', 'orders'),
  page('/support/requests', 'Support requests', 'orders'),
  page('/support/videos', 'Videos', 'orders'),
  page('/users', 'Users', 'accounts'),
];

/**
 * The number of pages that are not built yet. A test compares it with the list, so that every new page lowers
 * it.
 */
export const PAGES_NOT_BUILT = 7;

/** Pages that only link to the entries below them in the side menu, which shows those itself. */
const HUBS: readonly string[] = ['/admin', '/manager', '/inventory'];

/** Report whether a page only links to others. */
export const isHub = (path: string): boolean => HUBS.includes(path);

/**
 * Pages that work without a connection: of the bench, from its replica, and those that every device stores.
 * All others query the server.
 */
const OFFLINE_PATHS: readonly string[] = [
  '/',
  '/admin',
  '/manager',
  '/inventory',
  '/settings',
  '/settings/account',
  '/data-sync',
  '/lab',
  '/lab/assigned-sections',
  '/lab/batches',
  '/lab/inventory/storage-management',
  '/lab/queue',
  '/lab/samples',
  '/lab/samples/check-in',
  '/lab/samples/check-out',
  '/lab/samples/move',
  '/lab/specimens',
  '/lab/specimens/accession',
];

/** Report whether a page needs a connection to the server. */
export const needsConnection = (path: string): boolean => !OFFLINE_PATHS.includes(path);

/** Pages that only redirect: a path below one of them is a page of its own, or does not exist. */
const LEADS_ON: readonly string[] = ['/lab', '/admin', '/manager', '/inventory'];

const belongsTo = (path: string, known: string): boolean =>
  path === known || (path.startsWith(`${known}/`) && !LEADS_ON.includes(known));

/** Return the listed page of a path: the path itself, or the nearest one above it. */
export function sitePathOf(address: string): SitePath | null {
  const path = address.replace(/(.)\/+$/, '$1');
  const fitting = SITE_PATHS.filter((known) => belongsTo(path, known.path));
  return fitting.reduce<SitePath | null>(
    (best, next) => (best === null || next.path.length > best.path.length ? next : best),
    null,
  );
}
