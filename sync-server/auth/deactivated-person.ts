import type { Pool } from 'pg';
import { z } from 'zod';
import { Role } from '#db/access/roles.ts';
import type { Actor } from '#db/operation.ts';
import { BusinessEntity } from '#db/values/business-entity.ts';
import { claimsOfCookies } from './read-session.ts';
import { sessionIdOf } from './session-claims.ts';

const Person = z.object({
  /**
   * The only device that may hand over if its revocation ended the session; null for a deactivated person.
   */
  revokedDeviceId: z.string().nullable(),
  userId: z.string(),
  userCompanyId: z.string(),
  companyId: z.string(),
  role: Role,
  entity: BusinessEntity,
  name: z.string(),
});

// A changed password (perhaps after a theft) ends sessions too, so only an ended membership is accepted.
const DEACTIVATED = `
  SELECT u.id AS "userId", uc.id AS "userCompanyId", uc.company_id AS "companyId", uc.role, uc.entity,
         coalesce(u.name, u.first_name || ' ' || u.last_name) AS name, ended.device_id AS "revokedDeviceId"
    FROM user_company uc JOIN "user" u ON u.id = uc.user_id LEFT JOIN ended_session ended ON ended.id = $5
   WHERE uc.id = $1 AND uc.entity = $2 AND u.id = $3 AND u.session_version = $4
     AND CASE WHEN ended.id IS NULL THEN uc.deactivated OR uc.deleted ELSE ended.device_id IS NOT NULL END`;

/** The owner of work that a handheld hands over after its session was ended by others. */
export type PersonHandingOver = Actor & { readonly revokedDeviceId: string | null };

/**
 * Return the person whose session a cookie was until their deactivation or the handheld's revocation. They
 * have no rights any more; only the owner of the handed-over work is identified.
 */
export async function deactivatedPerson(
  { pool, secret }: { pool: Pool; secret: string },
  cookieHeader: string | undefined,
  entity: BusinessEntity,
): Promise<PersonHandingOver | undefined> {
  for (const claims of await claimsOfCookies(cookieHeader ?? '', secret)) {
    if (claims.entity !== entity) continue;
    const { userCompanyId, sub, sessionVersion } = claims;
    const values = [userCompanyId, entity, sub, sessionVersion, sessionIdOf(claims) ?? null];
    const { rows } = await pool.query(DEACTIVATED, values);
    if (rows[0]) return Person.parse(rows[0]);
  }
  return undefined;
}
