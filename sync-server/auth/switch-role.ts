import type { Pool } from 'pg';
import { assignableRoles } from '#db/access/assignable-roles.ts';
import type { Role } from '#db/access/roles.ts';
import type { SiteVariant } from '#db/access/session.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { Session } from '#sync-server/http/session.ts';
import { logAccess } from './access-line.ts';
import { actingClaims, type SessionClaims } from './session-claims.ts';
import type { SignInRequest } from './sign-in-request.ts';

/**
 * Return the claims of a super admin's session in another role. The membership keeps its own: only this
 * session acts as the other one, and only while the person is a super admin.
 */
export async function switchRole(
  pool: Pool,
  session: Session,
  role: Role,
  {
    claims,
    variant,
    from,
    now,
  }: { claims: SessionClaims; variant: SiteVariant; from: SignInRequest; now: Date },
): Promise<SessionClaims> {
  if (!session.isSuperAdmin) throw new AppError('FORBIDDEN', MESSAGES.forbidden);
  if (!assignableRoles(variant).includes(role)) throw new AppError('VALIDATION', MESSAGES.switchingRoles);
  if (role === session.role) return claims;
  const { userId, companyId, userCompanyId } = session;
  const { rows } = await pool.query<{ role: string }>('SELECT role FROM user_company WHERE id = $1', [
    userCompanyId,
  ]);
  await logAccess(pool, { userId, companyId }, 'SWITCH_ROLE', from, { type: 'Role', id: role });
  return actingClaims(claims, rows[0]?.role === role ? null : role, now);
}
