import { rolesToGive } from '#db/access/account-roles.ts';
import { assignableRoles } from '#db/access/assignable-roles.ts';
import { hasCapability } from '#db/access/capabilities.ts';
import { may } from '#db/access/grants.ts';
import { hasPermission } from '#db/access/permissions.ts';
import { isOneOf, type Role, STAFF_ROLES } from '#db/access/roles.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { ShownMembership, ShownUser } from '#db/identity/shown-user.ts';
import { CompanyType } from '#db/organizations/company-type.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { devicesPerDay } from '#sync-server/config/installation.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { readRows } from '#sync-server/postgres/typed-reads.ts';
import { membershipsOf } from './list-users.ts';
import { readUserHistory } from './user-history.ts';
import { includesCompany, manageablePeople, visiblePeople } from './visible-people.ts';

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
export const COMPANY_KINDS = `
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
export function grantableRoles(
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
