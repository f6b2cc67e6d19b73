import type { Pool } from 'pg';
import { z } from 'zod';
import { Role } from '#db/access/roles.ts';
import type { Actor } from '#db/operation.ts';
import { BusinessEntity } from '#db/values/business-entity.ts';
import { claimsOfCookies } from './read-session.ts';
import { sessionIdOf } from './session-claims.ts';

const Person = z.object({
  userId: z.string(),
  userCompanyId: z.string(),
  companyId: z.string(),
  role: Role,
  entity: BusinessEntity,
  name: z.string(),
});

// A password that was changed, by its owner after a theft perhaps, ends this way too: only the membership may be over.
const DEACTIVATED = `
  SELECT u.id AS "userId", uc.id AS "userCompanyId", uc.company_id AS "companyId", uc.role, uc.entity,
         coalesce(u.name, u.first_name || ' ' || u.last_name) AS name
    FROM user_company uc JOIN "user" u ON u.id = uc.user_id
   WHERE uc.id = $1 AND uc.entity = $2 AND u.id = $3 AND u.session_version = $4 AND (uc.deactivated OR uc.deleted)
     AND NOT EXISTS (SELECT 1 FROM ended_session WHERE id = $5)`;

/**
 * The person whose session a cookie was until their membership was deactivated. They may do nothing any more; it is only
 * known whose work it is that their handheld still hands over.
 */
export async function deactivatedPerson(
  { pool, secret }: { pool: Pool; secret: string },
  cookieHeader: string | undefined,
  entity: BusinessEntity,
): Promise<Actor | undefined> {
  for (const claims of await claimsOfCookies(cookieHeader ?? '', secret)) {
    if (claims.entity !== entity) continue;
    const { userCompanyId, sub, sessionVersion } = claims;
    const values = [userCompanyId, entity, sub, sessionVersion, sessionIdOf(claims) ?? null];
    const { rows } = await pool.query(DEACTIVATED, values);
    if (rows[0]) return Person.parse(rows[0]);
  }
  return undefined;
}
