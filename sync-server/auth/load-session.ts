import type { Pool } from 'pg';
import { z } from 'zod';
import { SessionUser } from '#db/access/session.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';

const MEMBERSHIP = `
  SELECT u.id, coalesce(u.name, u.first_name || ' ' || u.last_name) AS name, u.email, u.image IS NOT NULL AS image, uc.role, c.name AS "companyName", c.id AS "companyId",
         uc.id AS "userCompanyId", c.parent_company_id AS "parentCompanyId", u.is_super_admin AS "isSuperAdmin",
         u.pin IS NOT NULL AS "hasPin",
         coalesce((SELECT jsonb_agg(jsonb_build_object('id', oc.id, 'name', oc.name, 'role', ouc.role) ORDER BY oc.name, oc.id)
                     FROM user_company ouc JOIN company oc ON oc.id = ouc.company_id
                    WHERE ouc.user_id = u.id AND NOT ouc.deactivated AND NOT ouc.deleted AND oc.entity = c.entity), '[]') AS companies,
         coalesce((SELECT jsonb_agg(DISTINCT p) FROM permission_group g, unnest(g.permissions) p
                    WHERE g.entity = c.entity AND uc.role = ANY (g.roles) AND NOT g.deleted), '[]') AS permissions
    FROM user_company uc
    JOIN "user" u ON u.id = uc.user_id
    JOIN company c ON c.id = uc.company_id
   WHERE uc.id = $1 AND c.entity = $2 AND NOT uc.deactivated AND NOT uc.deleted AND NOT u.deleted`;

/** The session user of an active membership in this entity, and whether a signing PIN is set; undefined when it has ended. */
export async function loadSession(
  pool: Pool,
  userCompanyId: string,
  entity: BusinessEntity,
): Promise<{ user: SessionUser; hasPin: boolean } | undefined> {
  const { rows } = await pool.query<Record<string, unknown>>(MEMBERSHIP, [userCompanyId, entity]);
  const row = rows[0];
  if (!row) return undefined;
  return { user: SessionUser.parse(row), hasPin: z.boolean().parse(row['hasPin']) };
}
