import type { z } from 'zod';
import type { ApiCall } from '#sync-server/http/api-route.ts';
import {
  actOnServer,
  type CallableOperation,
  type OperationSchema,
} from '#sync-server/sync/act-on-server.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { requireCompanyInSight } from './company-sight.ts';
import { readCompany } from './read-company.ts';
import { type CompanyNewsKind, tellAboutCompany } from './tell-about-company.ts';

type Call = Pick<ApiCall<'session'>, 'services' | 'session'>;

/** Does an act on a company in sight and answers the company as it is then. */
export async function actOnCompany<Args extends OperationSchema>(
  { services, session }: Call,
  operation: CallableOperation<Args>,
  args: z.input<Args> & { companyId: string; reason?: string | null },
  news?: CompanyNewsKind,
) {
  const { companyId, reason = null } = args;
  await requireCompanyInSight(services.pool, session, companyId);
  await actOnServer(engineOf(services), session, operation, args, {}, async (client) => {
    if (news) await tellAboutCompany(client, services, session, { kind: news, companyId, reason });
  });
  return readCompany(services.pool, session, companyId);
}
