import type { z } from 'zod';
import type { ApiCall } from '#sync-server/http/api-route.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import {
  type CallableOperation,
  executeOperation,
  type OperationSchema,
} from '#sync-server/sync/execute-operation.ts';
import { requireCompanyInScope } from './company-scope.ts';
import { type CompanyNotificationKind, notifyAboutCompany } from './notify-about-company.ts';
import { readCompany } from './read-company.ts';

type Call = Pick<ApiCall<'session'>, 'services' | 'session'>;

/** Execute an operation on a visible company and return the company. */
export async function executeCompanyOperation<Args extends OperationSchema>(
  { services, session }: Call,
  operation: CallableOperation<Args>,
  args: z.input<Args> & { companyId: string; reason?: string | null },
  notificationKind?: CompanyNotificationKind,
) {
  const { companyId, reason = null } = args;
  await requireCompanyInScope(services.pool, session, companyId);
  await executeOperation(engineOf(services), session, operation, args, {}, async (client) => {
    if (notificationKind)
      await notifyAboutCompany(client, services, session, { kind: notificationKind, companyId, reason });
  });
  return readCompany(services.pool, session, companyId);
}
