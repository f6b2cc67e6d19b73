import { InvitableCompanies } from '#db/identity/shown-user.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { COMPANY_KINDS, grantableRoles } from './read-user.ts';
import { manageablePeople } from './visible-people.ts';

// Names and ids only; the page searches in them.
const LIMIT = 5_000;

/** List the companies to which a person may invite others, the own one first. */
export async function readInvitable(
  services: Pick<AppServices, 'pool' | 'env'>,
  session: Session,
): Promise<InvitableCompanies> {
  const reach = await manageablePeople(services.pool, session);
  const { rows } = await services.pool.query(
    `${COMPANY_KINDS} WHERE c.entity = $1 AND NOT c.deleted AND ($2::text[] IS NULL OR c.id = ANY ($2))
     ORDER BY c.id <> $3, lower(c.name), c.id LIMIT ${LIMIT}`,
    [session.entity, reach === 'all' ? null : reach, session.companyId],
  );
  const companies = rows
    .map((row) => ({ ...row, roles: grantableRoles(services, session, row) }))
    .filter(({ roles }) => roles.length > 0);
  return InvitableCompanies.parse({ companies });
}
