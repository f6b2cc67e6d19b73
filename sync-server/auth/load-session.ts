import type { QueryConfig } from 'pg';
import { z } from 'zod';
import { SessionUser } from '#db/access/session.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { type SessionClaims, sessionIdOf } from './session-claims.ts';

const MEMBERSHIP = `
  SELECT u.id, coalesce(u.name, u.first_name || ' ' || u.last_name) AS name, u.email, u.image IS NOT NULL AS image,
         acting.role, c.name AS "companyName", c.id AS "companyId", uc.id AS "userCompanyId",
         c.parent_company_id AS "parentCompanyId", u.is_super_admin AS "isSuperAdmin", u.pin IS NOT NULL AS "hasPin",
         coalesce((SELECT jsonb_agg(jsonb_build_object('id', oc.id, 'name', oc.name, 'role', ouc.role, 'userCompanyId', ouc.id) ORDER BY oc.name, oc.id)
                     FROM user_company ouc JOIN company oc ON oc.id = ouc.company_id
                    WHERE ouc.user_id = u.id AND NOT ouc.deactivated AND NOT ouc.deleted AND oc.entity = c.entity), '[]') AS companies,
         coalesce((SELECT jsonb_agg(DISTINCT p) FROM permission_group g, unnest(g.permissions) p
                    WHERE g.entity = c.entity AND acting.role = ANY (g.roles) AND NOT g.deleted), '[]') AS permissions
    FROM user_company uc
    JOIN "user" u ON u.id = uc.user_id
    JOIN company c ON c.id = uc.company_id
    CROSS JOIN LATERAL (SELECT CASE WHEN u.is_super_admin THEN coalesce($6, uc.role) ELSE uc.role END AS role) acting
   WHERE uc.id = $1 AND c.entity = $2 AND u.id = $3 AND u.session_version = $4 AND uc.session_version = $5
     AND NOT uc.deactivated AND NOT uc.deleted AND NOT u.deleted
     AND NOT EXISTS (SELECT 1 FROM ended_session WHERE id = $7)`;

/** What reads a session: a connection, the pool, or a line before it. */
export interface SessionReader {
  query(config: QueryConfig): Promise<{ rows: Record<string, unknown>[] }>;
}

/** What a session is, read from the database: its user, and whether a signing PIN is set. */
export interface LoadedSession {
  user: SessionUser;
  hasPin: boolean;
}

/**
 * The session that these claims open in this entity; undefined when it has ended: it was signed out of, the membership
 * is not active, or a version was raised since the sign-in (new password, other role, deactivation).
 */
export async function loadSession(
  client: SessionReader,
  claims: SessionClaims,
  entity: BusinessEntity,
): Promise<LoadedSession | undefined> {
  if (claims.entity !== entity) return undefined;
  const { userCompanyId, sub, sessionVersion, membershipVersion, actingRole } = claims;
  const { rows } = await client.query({
    name: 'load_session',
    text: MEMBERSHIP,
    values: [
      userCompanyId,
      entity,
      sub,
      sessionVersion,
      membershipVersion,
      actingRole ?? null,
      sessionIdOf(claims) ?? null,
    ],
  });
  const row = rows[0];
  if (!row) return undefined;
  return { user: SessionUser.parse(row), hasPin: z.boolean().parse(row['hasPin']) };
}
