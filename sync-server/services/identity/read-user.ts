import type { Pool } from 'pg';
import { rolesToGive } from '#db/access/account-roles.ts';
import { assignableRoles } from '#db/access/assignable-roles.ts';
import { hasCapability } from '#db/access/capabilities.ts';
import { may } from '#db/access/grants.ts';
import { hasPermission, hasPermissionForAll } from '#db/access/permissions.ts';
import { isOneOf, type Role, STAFF_ROLES, seesAllCompanies } from '#db/access/roles.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { InvitableCompanies, ShownMembership, ShownUser } from '#db/identity/shown-user.ts';
import { CompanyType } from '#db/organizations/company-type.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { devicesPerDay } from '#sync-server/config/installation.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { visibleCompanies } from '#sync-server/http/require-access.ts';
import type { Session } from '#sync-server/http/session.ts';
import { readRows } from '#sync-server/postgres/typed-reads.ts';
import { membershipsOf } from './list-users.ts';

// Only the event data that the page shows; the rest (ids, addresses) is for the event log.
const HISTORY = `
  SELECT e.id, e.type, to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "occurredAt",
         coalesce(e.data ->> 'by', a.name) AS by, c.name AS "companyName", e.data ->> 'from' AS "from",
         coalesce(e.data ->> 'to', e.data ->> 'role') AS "to", e.data ->> 'reason' AS reason,
         e.data ->> 'invitation' AS invitation,
         CASE WHEN jsonb_typeof(e.data -> 'fields') = 'array' THEN e.data -> 'fields' ELSE '[]' END AS fields
    FROM event e
    LEFT JOIN user_company uc ON uc.id = e.target_id
    LEFT JOIN company c ON c.id = uc.company_id
    LEFT JOIN "user" a ON a.id = e.user_id
   WHERE e.target_id = ANY ($1) AND e.entity = $2
   ORDER BY e.occurred_at DESC, e.id DESC LIMIT 100`;

/** Read the history of a person and these memberships, newest first. */
async function readUserHistory(
  pool: Pool,
  entity: BusinessEntity,
  userId: string,
  memberships: readonly string[],
): Promise<unknown[]> {
  const { rows } = await pool.query(HISTORY, [[userId, ...memberships], entity]);
  return rows;
}

/**
 * Return the companies whose people a reader sees. Customers with USERS_VIEW see those of the companies in
 * their access scope. Staff with USERS_VIEW_ALL see everybody; staff without it see only their colleagues,
 * because the bench does not need addresses of customers.
 */
export async function visiblePeople(
  client: Pick<Pool, 'query'>,
  session: Session,
): Promise<'all' | readonly string[]> {
  if (seesAllCompanies(session.role))
    return hasPermissionForAll(session.permissions, 'USERS_VIEW') ? 'all' : [session.companyId];
  if (!hasPermission(session.permissions, 'USERS_VIEW')) throw new AppError('FORBIDDEN', MESSAGES.forbidden);
  return visibleCompanies(client, session);
}

/** Return the companies whose people a person may change. */
async function manageablePeople(
  client: Pick<Pool, 'query'>,
  session: Session,
): Promise<'all' | readonly string[]> {
  if (!hasPermission(session.permissions, 'USERS_EDIT')) return [];
  if (seesAllCompanies(session.role))
    return hasPermissionForAll(session.permissions, 'USERS_EDIT') ? 'all' : [session.companyId];
  return visibleCompanies(client, session);
}

/** Report whether the company is one of them. */
const includesCompany = (companies: 'all' | readonly string[], companyId: string): boolean =>
  companies === 'all' || companies.includes(companyId);

const PERSON = `
  SELECT to_char(email_verified AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "emailVerified",
         to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt", is_super_admin AS "isSuperAdmin",
         EXISTS (SELECT 1 FROM second_factor f WHERE f.user_id = "user".id AND f.confirmed_at IS NOT NULL) AS "hasFactor"
    FROM "user" WHERE id = $1`;

const DEVICES = `
  SELECT id, name, coalesce(waiting, 0)::int AS waiting, revoked, user_company_id AS "userCompanyId",
         to_char(last_sync_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "lastSyncAt"
    FROM device WHERE user_company_id = ANY ($1) AND kind = 'HANDHELD' ORDER BY revoked, last_sync_at DESC NULLS LAST, id LIMIT 100`;

const LIMITS = `
  SELECT id, devices_per_day AS "devicesPerDay", devices_per_day_until::text AS "devicesPerDayUntil"
    FROM user_company WHERE id = ANY ($1) AND devices_per_day IS NOT NULL
     AND (devices_per_day_until IS NULL OR devices_per_day_until >= $2::date)`;

interface DeviceLimit {
  id: string;
  devicesPerDay: number;
  devicesPerDayUntil: string | null;
}

/**
 * SQL: companies of memberships with their type, and whether they are the lab's own, to which only staff
 * belong.
 */
const COMPANY_KINDS = `
  SELECT c.id, c.name, c.type, EXISTS (
           SELECT 1 FROM user_company s WHERE s.company_id = c.id AND s.role IN (${STAFF_ROLES.map((role) => `'${role}'`).join(', ')})) AS "isHome"
    FROM company c`;

interface CompanyKind {
  id: string;
  name: string;
  type: string;
  isHome: boolean;
}

type Services = Pick<AppServices, 'pool' | 'env' | 'now'>;

/** List the roles that this person may assign in a company on this site. */
function grantableRoles(
  { env }: Pick<Services, 'env'>,
  session: Session,
  { type, isHome }: CompanyKind,
): Role[] {
  const assignable = assignableRoles(env.SITE_VARIANT[session.entity]);
  const grantable = rolesToGive(session.role, { type: CompanyType.parse(type), isHome });
  return grantable.filter((role) => assignable.includes(role));
}

async function loadManageable(services: Services, session: Session, rows: readonly ShownMembership[]) {
  const { pool, env } = services;
  const today = labDayOf(services.now().toISOString(), env.LAB_TIMEZONE);
  const ids = rows.map(({ userCompanyId }) => userCompanyId);
  const reach = may(session.role, 'users:update') ? await manageablePeople(pool, session) : [];
  const companies = rows.map(({ companyId }) => companyId);
  const [kinds, devices, limits] = await Promise.all([
    pool.query<CompanyKind>(`${COMPANY_KINDS} WHERE c.id = ANY ($1)`, [companies]),
    pool.query<{ userCompanyId: string }>(DEVICES, [ids]),
    pool.query<DeviceLimit>(LIMITS, [ids, today]),
  ]);
  return rows.map((row) => {
    const inReach = includesCompany(reach, row.companyId);
    const kind = kinds.rows.find(({ id }) => id === row.companyId);
    const grantable = inReach && kind ? grantableRoles(services, session, kind) : [];
    const raised = limits.rows.find(({ id }) => id === row.userCompanyId);
    const mayAllow =
      hasCapability(session.role, 'allowDevices') && hasPermission(session.permissions, 'USERS_EDIT');
    return {
      ...row,
      inReach,
      devicesPerDay: raised?.devicesPerDay ?? devicesPerDay(env),
      devicesPerDayUntil: raised?.devicesPerDayUntil ?? null,
      mayAllowDevices: inReach && mayAllow && row.status === 'ACTIVE' && isOneOf(row.role, STAFF_ROLES),
      // A person who may not assign a role may not remove it either.
      mayManage: grantable.includes(row.role) && row.id !== session.userId,
      rolesToGive: grantable,
      devices: devices.rows.filter(({ userCompanyId }) => userCompanyId === row.userCompanyId),
    };
  });
}

/**
 * Read one person as this viewer sees them: memberships, devices and history in the visible companies; throws
 * 404 otherwise.
 */
export async function readUser(services: Services, session: Session, userId: string): Promise<ShownUser> {
  const { pool } = services;
  const companies = await visiblePeople(pool, session);
  const rows = await readRows(pool, membershipsOf({ entity: session.entity, companies }, userId));
  const [first] = rows;
  if (!first) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  const shownMemberships = rows.map((row) => ShownMembership.parse(row));
  const [memberships, person, history] = await Promise.all([
    loadManageable(services, session, shownMemberships),
    pool.query(PERSON, [userId]),
    readUserHistory(
      pool,
      session.entity,
      userId,
      shownMemberships.map(({ userCompanyId }) => userCompanyId),
    ),
  ]);
  const isSelf = userId === session.userId;
  const { isSuperAdmin, hasFactor, ...profile } = person.rows[0] ?? {};
  const mayReset =
    hasCapability(session.role, 'resetSecondFactor') && (session.isSuperAdmin || isSuperAdmin !== true);
  return ShownUser.parse({
    ...first,
    ...profile,
    isSelf,
    mayEdit: isSelf || memberships.every(({ inReach }) => inReach),
    mayResetSecondFactor: hasFactor === true && mayReset && !isSelf,
    memberships,
    history,
  });
}

// Names and ids only; the page searches in them.
const LIMIT = 5_000;

/** List the companies to which a person may invite others, the own one first. */
export async function readInvitable(
  services: Pick<AppServices, 'pool' | 'env'>,
  session: Session,
): Promise<InvitableCompanies> {
  const reach = await manageablePeople(services.pool, session);
  const { rows } = await services.pool.query(
    `${COMPANY_KINDS} WHERE c.entity = $1 AND NOT c.deleted AND ($2::text[] IS NULL OR c.id = ANY ($2))
     ORDER BY c.id <> $3, lower(c.name), c.id LIMIT ${LIMIT}`,
    [session.entity, reach === 'all' ? null : reach, session.companyId],
  );
  const companies = rows
    .map((row) => ({ ...row, roles: grantableRoles(services, session, row) }))
    .filter(({ roles }) => roles.length > 0);
  return InvitableCompanies.parse({ companies });
}
