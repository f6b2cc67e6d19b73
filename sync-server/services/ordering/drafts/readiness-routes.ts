import type { Pool } from 'pg';
import * as calls from '#db/api/ordering/drafts.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { Readiness } from '#db/organizations/invoicing.ts';
import { requestInvoicing } from '#db/organizations/request-invoicing.ts';
import { usesSimulators } from '#sync-server/config/installation.ts';
import type { ApiRoute, AppServices } from '#sync-server/http/api-route.ts';
import { serveCall } from '#sync-server/http/serve-call.ts';
import type { Session } from '#sync-server/http/session.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';

const STATE = `
  SELECT u.email_verified IS NOT NULL AS "emailVerified", c.verification_status AS "verificationStatus",
         c.status = 'ON_HOLD' AS "isOnHold", c.allow_purchase_order AS "paysByInvoice",
         CASE WHEN c.allow_purchase_order THEN 'ALLOWED' WHEN c.invoicing_requested_at IS NOT NULL THEN 'REQUESTED'
              WHEN c.invoicing_declined_reason IS NOT NULL THEN 'DECLINED' ELSE 'NOT_REQUESTED' END AS invoicing,
         c.invoicing_declined_reason AS "declinedReason"
    FROM company c, "user" u WHERE c.id = $1 AND u.id = $2`;

async function readReadiness(
  { pool, env }: { pool: Pool } & Pick<AppServices, 'env'>,
  { companyId, userId }: Pick<Session, 'companyId' | 'userId'>,
): Promise<Readiness> {
  const [row] = (await pool.query(STATE, [companyId, userId])).rows;
  if (!row) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  const paysByCard = (env.STRIPE_SECRET_KEY && env.STRIPE_WEBHOOK_SECRET) || usesSimulators(env);
  return Readiness.parse({ ...row, paysByCard: Boolean(paysByCard) });
}

/** What an organization needs before it can order, and its request to pay by invoice. */
export const readinessRoutes: readonly ApiRoute[] = [
  serveCall(calls.readReadiness, ({ services, session }) => readReadiness(services, session)),
  serveCall(calls.requestInvoicing, async ({ services, session }) => {
    const { companyId } = session;
    await executeOperation(engineOf(services), session, requestInvoicing, { companyId });
    return readReadiness(services, session);
  }),
];
