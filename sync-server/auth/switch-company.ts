import type { Pool } from 'pg';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { Session } from '#sync-server/http/session.ts';
import { logAccess } from './access-line.ts';
import { currentClaims, type SessionClaims, sameSession } from './session-claims.ts';
import type { SignInRequest } from './sign-in-request.ts';

const TARGET = `
  SELECT uc.company_id AS "companyId" FROM user_company uc JOIN company c ON c.id = uc.company_id AND NOT c.deleted
   WHERE uc.id = $1 AND uc.user_id = $2 AND uc.entity = $3 AND c.entity = $3 AND NOT uc.deactivated AND NOT uc.deleted`;

/**
 * Return the claims of the person's session in another of their companies. Only active memberships of the
 * same person in this business entity count; anything else is not found. An acting role ends; it is still the
 * same session, which ends with its sign-out.
 */
export async function switchCompany(
  pool: Pool,
  session: Session,
  userCompanyId: string,
  { from, before, now }: { from: SignInRequest; before: SessionClaims; now: Date },
): Promise<SessionClaims> {
  const { userId, entity } = session;
  const { rows } = await pool.query<{ companyId: string }>(TARGET, [userCompanyId, userId, entity]);
  const claims = rows[0] && (await currentClaims(pool, userCompanyId, now));
  if (!rows[0] || !claims) throw new AppError('NOT_FOUND', MESSAGES.switchingCompanies);
  const { companyId } = rows[0];
  await logAccess(pool, { userId, companyId }, 'SWITCH_COMPANY', from, {
    type: 'UserCompany',
    id: userCompanyId,
  });
  // The next sign-in opens in the company of the last work.
  await pool.query('UPDATE user_company SET last_login = now() WHERE id = $1', [userCompanyId]);
  return { ...claims, ...sameSession(before) };
}
