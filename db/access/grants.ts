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
export const SUPER_ADMIN_GRANT: Grant = 'super-admin/switch-role:update';

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

/** Return whether a role has any grant in a family. */
export const mayAny = (role: Role, family: Family): boolean =>
  ACTIONS.some((action) => may(role, `${family}:${action}`));

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
