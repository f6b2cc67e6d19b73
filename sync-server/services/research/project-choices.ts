import type { Pool } from 'pg';
import { STAFF_ROLES } from '#db/access/roles.ts';
import { seesAllCompanies } from '#db/access/scope.ts';
import { ProjectChoices } from '#db/research/shown-project.ts';
import { visibleCompanies } from '#sync-server/http/scope.ts';
import type { Session } from '#sync-server/http/session.ts';

const PRESENT = 'NOT uc.deleted AND NOT uc.deactivated AND NOT u.deleted';
// The lab's own company, to which staff belong, has no projects.
const COMPANIES = `
  SELECT id, name FROM company c WHERE entity = $1 AND NOT deleted AND ($2::text[] IS NULL OR id = ANY ($2))
     AND NOT EXISTS (SELECT 1 FROM user_company uc WHERE uc.company_id = c.id AND uc.role = ANY ($3))
   ORDER BY lower(name), id`;
const CONTACTS = `
  SELECT DISTINCT u.id, coalesce(u.name, u.email) AS name, uc.company_id AS "companyId"
    FROM user_company uc JOIN "user" u ON u.id = uc.user_id
   WHERE uc.entity = $1 AND uc.company_id = ANY ($2) AND ${PRESENT} ORDER BY name, u.id`;
const MANAGERS = `
  SELECT DISTINCT u.id, coalesce(u.name, u.email) AS name FROM user_company uc JOIN "user" u ON u.id = uc.user_id
   WHERE uc.entity = $1 AND uc.role = ANY ($2) AND ${PRESENT} ORDER BY name, u.id`;

/** Read the companies for which a person can create a project, and the possible contacts on both sides. */
export async function readProjectChoices(pool: Pool, session: Session): Promise<ProjectChoices> {
  const { entity, role } = session;
  const companyScope = await visibleCompanies(pool, session);
  const staff = [...STAFF_ROLES];
  const companies = await pool.query<{ id: string }>(COMPANIES, [
    entity,
    companyScope === 'all' ? null : companyScope,
    staff,
  ]);
  const ids = companies.rows.map(({ id }) => id);
  const [contacts, managers] = await Promise.all([
    pool.query(CONTACTS, [entity, ids]),
    seesAllCompanies(role) ? pool.query(MANAGERS, [entity, staff]) : { rows: [] },
  ]);
  return ProjectChoices.parse({
    companies: companies.rows,
    contacts: contacts.rows,
    managers: managers.rows,
  });
}
