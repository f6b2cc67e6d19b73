import type { Pool } from 'pg';
import { OrderChoices } from '#db/ordering/order-choices.ts';
import { visibleCompanies } from '#sync-server/http/scope.ts';
import type { Session } from '#sync-server/http/session.ts';

// One index look-up per company, protocol and project, however many orders exist.
const has = (column: string, of: string) =>
  `EXISTS (SELECT 1 FROM "order" o WHERE o.${column} = ${of}.id AND NOT o.deleted
      AND o.entity = $1 AND ($2::text[] IS NULL OR o.company_id = ANY ($2)))`;

const COMPANIES = `SELECT id, name FROM company c
  WHERE entity = $1 AND ($2::text[] IS NULL OR id = ANY ($2)) AND ${has('company_id', 'c')} ORDER BY name, id`;
const SERVICES = `SELECT p.id, min(s.name) AS name FROM service s JOIN protocol p ON p.id = s.protocol_id
  WHERE s.entity = $1 AND ${has('protocol_id', 'p')} GROUP BY p.id ORDER BY name, p.id`;
const PROJECTS = `SELECT id, name FROM project p
  WHERE entity = $1 AND NOT deleted AND ${has('project_id', 'p')} ORDER BY name, id`;

/** Read the filter choices of the order list. */
export async function readOrderChoices(pool: Pool, session: Session): Promise<OrderChoices> {
  const companyScope = await visibleCompanies(pool, session);
  const values = [session.entity, companyScope === 'all' ? null : companyScope];
  const [companies, services, projects] = await Promise.all([
    pool.query(COMPANIES, values),
    pool.query(SERVICES, values),
    pool.query(PROJECTS, values),
  ]);
  return OrderChoices.parse({ companies: companies.rows, services: services.rows, projects: projects.rows });
}
