import type { Pool } from 'pg';
import { STAFF_ROLES } from '#db/access/roles.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { fieldsToEdit } from '#db/organizations/company-fields.ts';
import { SalesReps } from '#db/organizations/shown-company.ts';
import type { Session } from '#sync-server/http/session.ts';
import { rolesSql } from '#sync-server/postgres/roles-sql.ts';

// Sales people come first; a lab without any may name another colleague.
const PEOPLE = `
  SELECT * FROM (
    SELECT DISTINCT ON (u.id) u.id, coalesce(u.name, u.first_name || ' ' || u.last_name) AS name, uc.role,
           uc.role IN ${rolesSql('sellToCompanies')} AS sells
      FROM user_company uc JOIN "user" u ON u.id = uc.user_id
     WHERE uc.entity = $1 AND uc.role = ANY ($2) AND uc.accepted_at IS NOT NULL AND NOT uc.deactivated AND NOT uc.deleted
       AND NOT u.deleted
     ORDER BY u.id, sells DESC, uc.id) people
   ORDER BY sells DESC, lower(name), id`;

/** Read the possible sales representatives of a company, for people who may set one. */
export async function readSalesReps(pool: Pool, session: Session): Promise<SalesReps> {
  // Staff may set one for any company and customers for none, so the company itself is not checked.
  const anyCompany = { id: '', verificationStatus: 'NOT_APPLICABLE', isHome: false } as const;
  if (!fieldsToEdit(session, anyCompany).includes('salesRepUserId'))
    throw new AppError('FORBIDDEN', MESSAGES.forbidden);
  const { rows } = await pool.query(PEOPLE, [session.entity, [...STAFF_ROLES]]);
  return SalesReps.parse({ people: rows });
}
