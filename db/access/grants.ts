import { ACTIONS, type Action, FAMILIES, type Family, type Grant, type HeldGrant } from './families.ts';
import {
  type Cell,
  COLUMNS,
  type Column,
  type GrantLimit,
  type GrantRow,
  LIMITS,
  type LimitName,
  readCell,
  row,
} from './grant-table.ts';
import { ADMINISTRATORS, type Role } from './roles.ts';

/** Domain 7.3: the grants of the bench and its storage. */
// biome-ignore format: a table is read row by row
const BENCH_GRANTS: readonly GrantRow[] = [
  row('lab/assigned-sections',
    { LM: 'CRU', 'CD/RD': 'RU', LT: 'RU', RA: 'RU', PM: 'RU' }),
  row('assigned-sections/research',
    { LM: 'CRU', RD: 'CRU', LT: 'RU', RA: 'CRU', PM: 'R' }),
  row('lab/batches',
    { LM: 'CRUD', 'CD/RD': 'CRU', LT: 'RU', RA: 'RU', PM: 'CRU', CS: 'R' }),
  row('lab/batches/directorApproved',
    { LM: 'U non-clinical', 'CD/RD': 'U' }),
  row('lab/batches/override',
    { LM: 'U', 'CD/RD': 'U' }),
  row('lab/batches/research',
    { LM: 'CRU', RD: 'CRU', LT: 'R', RA: 'CRU', PM: 'R' }),
  row(['lab/samples', 'lab/samples/files'],
    { LM: 'CRUD', 'CD/RD': 'CRU', LT: 'CRU', RA: 'CRU', PM: 'CRU', CS: 'R' }),
  // Domain, part two, 11: only the roles that handle the material.
  row('lab/custody',
    { LM: 'U', 'CD/RD': 'U', LT: 'U', RA: 'U' }),
  row('lab/samples/update/status',
    { LM: 'U', 'CD/RD': 'U', LT: 'U fail only', RA: 'U fail only', PM: 'U' }),
  row(['lab/specimens', 'lab/specimens/files'],
    { LM: 'CRU', 'CD/RD': 'CRUD', LT: 'RU accession', RA: 'RU accession', PM: 'CRUD', BM: 'R', CS: 'RU' }),
  row('lab/specimens/check-requisition-number',
    { LM: 'R', 'CD/RD': 'R', LT: 'R', RA: 'R', PM: 'R', CS: 'R', M: 'R', U: 'R', CL: 'R', CLM: 'R' }),
  row('lab/specimens/move',
    { LM: 'U', 'CD/RD': 'U', LT: 'U', RA: 'U' }),
  row(['lab/storage-management', 'lab/inventory-item'],
    { LM: 'CRUD', 'CD/RD': 'RU', LT: 'RU', RA: 'RU', PM: 'R' }),
  row('lab/barcode',
    { LM: 'CRU', 'CD/RD': 'CR', LT: 'CR', RA: 'CR', PM: 'R', BM: 'R', CS: 'R' }),
  row(['lab/inventory-type', 'lab/measurement-unit'],
    { LM: 'CRUD', 'CD/RD': 'R', LT: 'R', RA: 'R', PM: 'R' }),
  row('lab/equipment',
    { LM: 'CRUD', 'CD/RD': 'R', LT: 'R', RA: 'R', PM: 'R' }),
  row('lab/sequencers',
    { LM: 'CRUD', 'CD/RD': 'R', LT: 'R', RA: 'R', PM: 'CRU' }),
  row('lab/data-sync',
    { LM: 'CRU', 'CD/RD': 'CRU', LT: 'CR', RA: 'CR' }),
  row('internal/results',
    { LM: 'CRUD', 'CD/RD': 'CRU', LT: 'CR', RA: 'CR', PM: 'CRU', CS: 'R' }),
  row(['events', 'lab/events'],
    { LM: 'R', 'CD/RD': 'R', LT: 'R', RA: 'R', PM: 'R', BM: 'R', CS: 'R' }),
  // Not in the domain's table: the two logs are granted to roles whose default group has EVENT_LOG_VIEW_ALL.
  row(['access-log', 'audit-log'],
    { LM: 'R', 'CD/RD': 'R' }),
];

/** Domain 7.3: the grants for lab methods: protocols, procedures, flows, analyses, studies and projects. */
// biome-ignore format: a table is read row by row
const CATALOGUE_GRANTS: readonly GrantRow[] = [
  row('lab/protocols',
    { LM: 'CRUD', 'CD/RD': 'CRU', LT: 'R', RA: 'CRU research', PM: 'CRUD', SL: 'R' }),
  row('lab/procedures',
    { LM: 'CRUD', 'CD/RD': 'CRU', LT: 'R', RA: 'CRU research', PM: 'CRUD' }),
  row('lab/flows',
    { LM: 'CRUD', 'CD/RD': 'CRU', LT: 'R', RA: 'R', PM: 'CRUD' }),
  row('lab/analysis',
    { LM: 'CRUD', 'CD/RD': 'CRU', RA: 'CRU research', PM: 'CRUD' }),
  row(['lab/procedures/sign-off', 'lab/procedures/reject'],
    { 'CD/RD': 'U' }),
  row(['lab/sections', 'sections'],
    { LM: 'CRUD', 'CD/RD': 'CRU', LT: 'R', RA: 'CRU', PM: 'CRUD' }),
  row('lab/studies',
    { LM: 'CRUD', 'CD/RD': 'CRU', RA: 'CRU', PM: 'CRUD' }),
  row('lab/projects',
    { LM: 'CRUD', 'CD/RD': 'CRU', LT: 'R', RA: 'CR', PM: 'CRUD', CS: 'RU' }),
];

/** Domain 7.3: the grants for customers' orders, people and companies. */
// biome-ignore format: a table is read row by row
const CUSTOMER_GRANTS: readonly GrantRow[] = [
  row(['orders', 'create-order', 'manifest', 'shipping'],
    { LM: 'R', 'CD/RD': 'R', LT: 'R', RA: 'R', PM: 'CRU', BM: 'R', CS: 'R', SL: 'R', SR: 'R', M: 'CRU', U: 'CR', CL: 'CR', CBM: 'R', CLM: 'CRU' }),
  // Decision D32: customer service and sales register the specimens of orders that they drafted.
  row(['create-order/manifest', 'manifest/specimen'],
    { LM: 'R', 'CD/RD': 'R', LT: 'R', RA: 'R', PM: 'CRU', BM: 'R', CS: 'CR drafted', SL: 'R', SR: 'CR drafted', M: 'CRU', U: 'CR', CL: 'CR', CBM: 'R', CLM: 'CRU' }),
  row(['specimens', 'specimens/documents'],
    { LM: 'R', 'CD/RD': 'R', LT: 'R', RA: 'R', PM: 'CRU', BM: 'R', CS: 'RU', M: 'CRU', U: 'CR', CL: 'CR', CBM: 'R', CLM: 'CRU' }),
  row('patients',
    { CD: 'R', CS: 'R', M: 'CRU', U: 'CR', CL: 'CRU', CBM: 'R', CLM: 'CRUD' }),
  row('projects',
    { LM: 'R', 'CD/RD': 'R', LT: 'R', RA: 'R', PM: 'CRUD', BM: 'R', CS: 'CR', SL: 'R', SR: 'R', M: 'CRU', U: 'CR', CL: 'R', CBM: 'R', CLM: 'CRU' }),
  row('companies',
    { LM: 'R', 'CD/RD': 'R', PM: 'R', BM: 'RU', CSM: 'CRU', CSR: 'R', SL: 'CRU', SR: 'R', M: 'RU own company', CLM: 'RU own company' }),
  row('users',
    { LM: 'CRU', 'CD/RD': 'R', LT: 'R', PM: 'CRU', CS: 'R', SL: 'R', M: 'CRU', CL: 'R', CBM: 'R', CLM: 'CRU' }),
  row('users/toggle-status',
    { LM: 'U', PM: 'U', M: 'U', CLM: 'U' }),
  row('clinician-licenses',
    { 'CD/RD': 'R', CS: 'RU', CL: 'CRU own', CBM: 'R', CLM: 'CRU' }),
  row('notes',
    { LM: 'UD own', 'CD/RD': 'UD own', LT: 'UD own', RA: 'UD own', PM: 'UD own', BM: 'UD own', CS: 'UD own', SL: 'UD own', SR: 'UD own', M: 'UD own', U: 'U own', CL: 'U own', CBM: 'U own', CLM: 'UD own' }),
  // Not in the domain: the roles that answer customers close their requests and maintain the videos.
  row('support',
    { CS: 'UD' }),
  row('s3/delete',
    { LM: 'D', 'CD/RD': 'D', LT: 'D own', RA: 'D own', PM: 'D', BM: 'D', CS: 'D own', SL: 'D own', SR: 'D', M: 'D own', U: 'D own draft', CL: 'D own', CLM: 'D own' }),
];

/** Domain 7.3: the grants for invoices, payments and prices, and for orders as the offices process them. */
// biome-ignore format: a table is read row by row
const MONEY_GRANTS: readonly GrantRow[] = [
  row('invoices',
    { PM: 'R', BM: 'CRUD', CS: 'R', M: 'R', CL: 'R', CBM: 'R', CLM: 'R' }),
  row('create-payment-intent',
    { PM: 'C', BM: 'C', CS: 'C', M: 'C', CL: 'C', CBM: 'C', CLM: 'C' }),
  row('create-online-payment-intent',
    { PM: 'C', CS: 'C', M: 'C', U: 'C', CL: 'C', CBM: 'C', CLM: 'C' }),
  row(['billing', 'billing/invoice'],
    { PM: 'R', BM: 'CRUD', CS: 'R', CBM: 'R' }),
  row('emails',
    { LM: 'C', 'CD/RD': 'C', PM: 'C', BM: 'C', CS: 'C' }),
  row(['lab/orders', 'lab/orders/files'],
    { LM: 'CRU', 'CD/RD': 'R', LT: 'R', RA: 'R', PM: 'CRU', BM: 'CRU', CS: 'CRU', SL: 'CRU', SR: 'CR' }),
  row('lab/orders/update/status/payment',
    { PM: 'U', BM: 'U' }),
  row('lab/orders/override/cancel',
    { PM: 'U' }),
  row('lab/orders/delete-order',
    { PM: 'D', CS: 'D draft' }),
  row('lab/orders/close',
    { LM: 'U', PM: 'U' }),
  row(['lab/price', 'lab/project-base-pricing'],
    { PM: 'CRUD', BM: 'R', CS: 'R', SL: 'CRUD', SR: 'R' }),
  row('lab/price-adjustments',
    { PM: 'CRU', BM: 'CRUD', CS: 'R', SL: 'CRU', SR: 'CR' }),
  row('lab/services',
    { LM: 'CRUD', 'CD/RD': 'R', LT: 'R', RA: 'R', PM: 'CRUD', CS: 'R', SL: 'R', SR: 'R', M: 'CR quote', U: 'CR quote', CL: 'R', CBM: 'R', CLM: 'CR quote' }),
];

/** Domain 7.3, all rows. */
export const GRANT_ROWS: readonly GrantRow[] = [
  ...CUSTOMER_GRANTS,
  ...MONEY_GRANTS,
  ...CATALOGUE_GRANTS,
  ...BENCH_GRANTS,
];

/** The grants of every signed-in person (domain 7.3, baseline); the rows are added to them. */
export const BASELINE: Partial<Record<Family, Cell>> = {
  auth: 'CR',
  'auth/pin': 'CU own',
  preference: 'RU own',
  filters: 'CRUD own',
  'users/profile-image': 'UD own',
  s3: 'CR',
  's3/downloads': 'R',
  // Read access to the videos and to one's own requests, because all roles have the support pages (domain
  // 7.1).
  support: 'CR',
  notes: 'CR',
  companies: 'R own company',
  events: 'R shown',
};

/** The roles with the global grant: every family, every action. */
export const ALL_ACTIONS = ADMINISTRATORS;

/** Families without a grant in any row: only the global grant includes them. */
export const GLOBAL_ONLY = ['permissions'] as const satisfies readonly Family[];

/** A right of the person, not of the role: a super admin keeps it in every role. */
const SUPER_ADMIN_GRANT: Grant = 'super-admin/switch-role:update';

type Reach = LimitName | null;
type GrantReach = ReadonlyMap<Grant, Reach>;

const holdsAll = (role: Role): boolean => ALL_ACTIONS.some((name) => name === role);

function add(grants: Map<Grant, Reach>, family: Family, cell: Cell): void {
  const { actions, limit } = readCell(cell);
  for (const action of actions) {
    const grant: Grant = `${family}:${action}`;
    const narrowed = limit && LIMITS[limit].narrows.some((name) => name === action) ? limit : null;
    // The wider of two grants counts: staff read all events though the baseline limits them to some.
    grants.set(grant, grants.has(grant) && grants.get(grant) === null ? null : narrowed);
  }
}

function cellsOf(role: Role): { family: Family; cell: Cell }[] {
  const columns = Object.keys(COLUMNS).filter((name) =>
    COLUMNS[name as Column].some((member) => member === role),
  ) as Column[];
  return GRANT_ROWS.flatMap(({ families, cells }) =>
    columns.flatMap((column) => {
      const cell = cells[column];
      return cell === undefined ? [] : families.map((family) => ({ family, cell }));
    }),
  );
}

function collectGrants(role: Role): GrantReach {
  const grants = new Map<Grant, Reach>();
  for (const family of FAMILIES) {
    if (holdsAll(role)) add(grants, family, 'CRUD');
    else add(grants, family, BASELINE[family] ?? '');
  }
  for (const { family, cell } of holdsAll(role) ? [] : cellsOf(role)) add(grants, family, cell);
  for (const action of ACTIONS) grants.delete(`super-admin/switch-role:${action}`);
  return grants;
}

const GRANTS_BY_ROLE = new Map<Role, GrantReach>();

/**
 * Return the grants of a role, computed on first use: a page starts with one role, and computing the other
 * nineteen is slow on a handheld.
 */
function grantsHeld(role: Role): GrantReach {
  const known = GRANTS_BY_ROLE.get(role) ?? collectGrants(role);
  GRANTS_BY_ROLE.set(role, known);
  return known;
}

/**
 * Return whether a role may use a family with an action. The server checks every call; pages hide what is not
 * allowed.
 */
export const may = (role: Role, grant: Grant): boolean => grantsHeld(role).has(grant);

/** Return whether a person has a grant: by the role, or by the role switch of super admins. */
export const mayPerson = (person: { role: Role; isSuperAdmin: boolean }, grant: Grant): boolean =>
  grant === SUPER_ADMIN_GRANT ? person.isSuperAdmin : may(person.role, grant);

/** Return the name of the limit on a role's grant; null when the grant is unlimited or missing. */
export const limitNameOf = (role: Role, grant: Grant): LimitName | null =>
  grantsHeld(role).get(grant) ?? null;

/** Return the scope of a role's grant; null when the grant is unlimited or missing. */
export function limitOf(role: Role, grant: Grant): GrantLimit | null {
  const name = limitNameOf(role, grant);
  return name ? LIMITS[name] : null;
}

/** Return all grants of a role in short form: `*`, `family:*` or `family:action`. */
export function grantsOf(role: Role): HeldGrant[] {
  if (holdsAll(role)) return ['*'];
  return FAMILIES.flatMap((family): HeldGrant[] => {
    const allowedActions: Action[] = ACTIONS.filter((action) => may(role, `${family}:${action}`));
    return allowedActions.length === ACTIONS.length
      ? [`${family}:*`]
      : allowedActions.map((action): Grant => `${family}:${action}`);
  });
}
