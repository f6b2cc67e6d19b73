import { ACTIONS, type Action, FAMILIES, type Family, type Grant, type HeldGrant } from './families.ts';
import { type Cell, COLUMNS, type Column, type GrantRow, readCell } from './grant-table.ts';
import { BENCH_GRANTS } from './grants-bench.ts';
import { CATALOGUE_GRANTS } from './grants-catalogue.ts';
import { CUSTOMER_GRANTS } from './grants-customers.ts';
import { MONEY_GRANTS } from './grants-money.ts';
import { type GrantLimit, LIMITS, type LimitName } from './limits.ts';
import { ADMINISTRATORS, type Role } from './roles.ts';

/** Domain 7.3, all rows. */
export const GRANT_ROWS: readonly GrantRow[] = [
  ...CUSTOMER_GRANTS,
  ...MONEY_GRANTS,
  ...CATALOGUE_GRANTS,
  ...BENCH_GRANTS,
];

/** What every signed-in person may do (domain 7.3, baseline); the rows are added to it. */
export const BASELINE: Partial<Record<Family, Cell>> = {
  auth: 'CR',
  'auth/pin': 'CU own',
  preference: 'RU own',
  filters: 'CRUD own',
  'users/profile-image': 'UD own',
  s3: 'CR',
  's3/downloads': 'R',
  // Read, for the videos and one's own requests: the pages of support are common to all (domain 7.1).
  support: 'CR',
  notes: 'CR',
  companies: 'R own company',
  events: 'R shown',
};

/** They hold the global grant: every family, every action. */
export const ALL_ACTIONS = ADMINISTRATORS;

/** Families that no row gives to anybody: only the global grant reaches them. */
export const GLOBAL_ONLY = ['permissions'] as const satisfies readonly Family[];

/** Asked of the person, not of the role: a super admin keeps it whichever role is acted as. */
export const SUPER_ADMIN_GRANT: Grant = 'super-admin/switch-role:update';

type Reach = LimitName | null;
type GrantReach = ReadonlyMap<Grant, Reach>;

const holdsAll = (role: Role): boolean => ALL_ACTIONS.some((name) => name === role);

function add(grants: Map<Grant, Reach>, family: Family, cell: Cell): void {
  const { actions, limit } = readCell(cell);
  for (const action of actions) {
    const grant: Grant = `${family}:${action}`;
    const narrowed = limit && LIMITS[limit].narrows.some((name) => name === action) ? limit : null;
    // The wider of two grants counts: staff read all events though the baseline shows them only some.
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

/** Worked out when it is first asked: a page starts with one role, and a handheld feels the other nineteen. */
function grantsHeld(role: Role): GrantReach {
  const known = GRANTS_BY_ROLE.get(role) ?? collectGrants(role);
  GRANTS_BY_ROLE.set(role, known);
  return known;
}

/** May this role use this family with this action? Asked by the server for every call and by the pages to hide. */
export const may = (role: Role, grant: Grant): boolean => grantsHeld(role).has(grant);

/** May this role do anything at all with this family? */
export const mayAny = (role: Role, family: Family): boolean =>
  ACTIONS.some((action) => may(role, `${family}:${action}`));

/** The person's own question: what the role may, and for super admins the switch of roles. */
export const mayPerson = (person: { role: Role; isSuperAdmin: boolean }, grant: Grant): boolean =>
  grant === SUPER_ADMIN_GRANT ? person.isSuperAdmin : may(person.role, grant);

/** The name of the limit under which a role holds a grant; null when it holds all of it or nothing. */
export const limitNameOf = (role: Role, grant: Grant): LimitName | null =>
  grantsHeld(role).get(grant) ?? null;

/** How far a role's grant reaches; null when it holds all of it or nothing. */
export function limitOf(role: Role, grant: Grant): GrantLimit | null {
  const name = limitNameOf(role, grant);
  return name ? LIMITS[name] : null;
}

/** Everything a role holds, in the short form in which it is checked and read: `*`, `family:*` or `family:action`. */
export function grantsOf(role: Role): HeldGrant[] {
  if (holdsAll(role)) return ['*'];
  return FAMILIES.flatMap((family): HeldGrant[] => {
    const allowedActions: Action[] = ACTIONS.filter((action) => may(role, `${family}:${action}`));
    return allowedActions.length === ACTIONS.length
      ? [`${family}:*`]
      : allowedActions.map((action): Grant => `${family}:${action}`);
  });
}
