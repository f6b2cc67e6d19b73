import type { Pool } from 'pg';
import { hasPermissionForAll } from '#db/access/permissions.ts';
import { STAFF_ROLES, seesAllCompanies } from '#db/access/roles.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { company } from '#db/organizations/company.ts';
import { STAFF_FIELDS } from '#db/organizations/company-fields.ts';
import { ShownCompany } from '#db/organizations/shown-company.ts';
import { visibleCompanies } from '#sync-server/http/require-access.ts';
import type { Session } from '#sync-server/http/session.ts';
import { readRow } from '#sync-server/reads/list-rows.ts';
import { readHistory } from '#sync-server/services/records/events/read-history.ts';

/** Return the companies that a person may open: all for staff with the permission, otherwise their own. */
export async function loadCompanyScope(
  pool: Pick<Pool, 'query'>,
  session: Session,
): Promise<'all' | readonly string[]> {
  if (!seesAllCompanies(session.role)) return visibleCompanies(pool, session);
  return hasPermissionForAll(session.permissions, 'COMPANY_VIEW') ? 'all' : [session.companyId];
}

/** Throw 404 for a company outside the access scope. */
export async function requireCompanyInScope(
  pool: Pick<Pool, 'query'>,
  session: Session,
  companyId: string,
): Promise<void> {
  const companyScope = await loadCompanyScope(pool, session);
  if (companyScope !== 'all' && !companyScope.includes(companyId))
    throw new AppError('NOT_FOUND', MESSAGES.notFound);
}

const ADDRESSES = `
  SELECT id, kind, attention, line1, line2, city, state, postal_code AS "postalCode", country, phone,
         is_default AS "isDefault"
    FROM address WHERE company_id = $1 AND NOT deleted ORDER BY kind, is_default DESC, created_at, id`;

const CAMPAIGNS = `
  SELECT g.id, g.code, g.name, g.status, g.kit_fee::float8 AS "kitFee",
         placed.orders, placed.kits
    FROM campaign g, LATERAL (
           SELECT count(*)::int AS orders, coalesce(sum(o.kit_count), 0)::int AS kits FROM "order" o
            WHERE o.entity = g.entity AND o.order_type = 'CAMPAIGN' AND o.campaign_code = g.code
              AND o.submitted_at IS NOT NULL AND o.status <> 'CANCELED' AND NOT o.deleted) placed
   WHERE g.company_id = $1 AND NOT g.deleted ORDER BY g.status, g.code, g.id`;

const FAMILY = `
  SELECT id, name, id = $2 AS "isParent" FROM company
   WHERE (id = $2 OR parent_company_id = $1) AND entity = $3 AND NOT deleted ORDER BY name, id`;

const PEOPLE = `
  SELECT count(*) FILTER (WHERE NOT deactivated)::int AS members, coalesce(array_agg(DISTINCT role), '{}') AS roles
    FROM user_company WHERE company_id = $1 AND NOT deleted`;

const SALES_REP = 'SELECT id, coalesce(name, email) AS name FROM "user" WHERE id = $1';

interface NamedRow {
  id: string;
  name: string;
}

async function familyOf(pool: Pool, session: Session, id: string, parentId: string | null) {
  const { rows } = await pool.query<NamedRow & { isParent: boolean | null }>(FAMILY, [
    id,
    parentId,
    session.entity,
  ]);
  return {
    parent: rows.find(({ isParent }) => isParent) ?? null,
    children: rows.filter(({ isParent }) => !isParent),
  };
}

/**
 * Read one company with addresses, relations and history, as the reader may see it; throws 404 if it is not
 * visible.
 */
export async function readCompany(pool: Pool, session: Session, id: string): Promise<ShownCompany> {
  await requireCompanyInScope(pool, session, id);
  const row = await readRow(pool, company, id, session.entity);
  if (row.deleted) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  const customer = !seesAllCompanies(session.role);
  const [addresses, campaigns, family, people, salesRep, history] = await Promise.all([
    pool.query(ADDRESSES, [id]),
    pool.query(CAMPAIGNS, [id]),
    familyOf(pool, session, id, row.parentCompanyId),
    pool.query<{ members: number; roles: string[] }>(PEOPLE, [id]),
    pool.query<NamedRow>(SALES_REP, [row.salesRepUserId]),
    readHistory(pool, 'Company', id, customer),
  ]);
  const { members = 0, roles = [] } = people.rows[0] ?? {};
  const companyView = {
    ...row,
    ...family,
    members,
    isHome: STAFF_ROLES.some((role) => roles.includes(role)),
    salesRep: salesRep.rows[0] ?? null,
    addresses: addresses.rows,
    campaigns: campaigns.rows,
    history,
  };
  const hidden = Object.fromEntries(STAFF_FIELDS.map((field) => [field, null]));
  return ShownCompany.parse(customer ? { ...companyView, ...hidden, salesRep: null } : companyView);
}
