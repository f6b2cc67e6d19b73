import type { Pool } from 'pg';
import { readBillingPortal as readPortalCall } from '#db/api/billing/billing.ts';
import type { ListQuery } from '#db/api/list-query.ts';
import { BillingPortal } from '#db/billing/invoices/billing-portal.ts';
import type { ApiRoute } from '#sync-server/http/api-route.ts';
import { serveCall } from '#sync-server/http/serve-call.ts';
import type { Session } from '#sync-server/http/session.ts';
import { openApprovals } from '#sync-server/services/ordering/approvals/approval-routes.ts';
import { today } from './invoices/invoice-operations.ts';
import { countedAmount, isCounted } from './invoices/invoice-query.ts';
import { listInvoices } from './invoices/list-invoices.ts';
import { readBillingQueue, readBillingSummary } from './invoices/read-summary.ts';

const PREVIEW_ROWS = 8;
const DAYS = 7;
const PAYMENTS = `
  SELECT d.day::date::text AS day,
         coalesce((SELECT sum(${countedAmount('p')}) FROM payment p
           WHERE p.entity = $1 AND NOT p.deleted AND ${isCounted('p')} AND p.kind <> 'WRITE_OFF'
             AND (p.received_at AT TIME ZONE $3)::date = d.day::date), 0)::float8 AS amount
    FROM generate_series($2::date - ${DAYS - 1}, $2::date, interval '1 day') AS d (day) ORDER BY d.day`;

const previewQuery = (filter: ListQuery['filter'], field: string): ListQuery => ({
  sort: [{ field, descending: false }],
  filter,
  search: '',
  records: 'active',
  page: 1,
  limit: PREVIEW_ROWS,
});

/** Read billing's work: invoices to issue, overdue ones, refunds to process, and recent payments. */
async function readBillingPortal(
  pool: Pool,
  session: Session,
  { today, timeZone }: { today: string; timeZone: string },
): Promise<BillingPortal> {
  const [summary, queue, overdue, approvals, payments] = await Promise.all([
    readBillingSummary(pool, session, today),
    readBillingQueue(pool, session, today),
    listInvoices(pool, session, previewQuery({ stand: ['overdue'] }, 'dueDate'), today),
    openApprovals(pool, session, PREVIEW_ROWS),
    pool.query(PAYMENTS, [session.entity, today, timeZone]),
  ]);
  const waiting = summary.statuses.find(({ status }) => status === 'AWAITING_BILLING');
  return BillingPortal.parse({
    toIssue: {
      count: waiting?.count ?? 0,
      amount: waiting?.totalDue ?? 0,
      rows: queue.toIssue.slice(0, PREVIEW_ROWS),
    },
    overdue: { count: summary.overdueCount, amount: summary.overdue, rows: overdue.rows },
    refunds: {
      count: summary.refundsDueCount,
      amount: summary.refundsDue,
      rows: queue.refunds.slice(0, PREVIEW_ROWS),
    },
    invoicing: { total: queue.invoicing.length, rows: queue.invoicing.slice(0, PREVIEW_ROWS) },
    approvals,
    payments: payments.rows,
  });
}

/** `/api/billing/desk`: the data of billing's dashboard. */
export const billingPortalRoutes: readonly ApiRoute[] = [
  serveCall(readPortalCall, ({ services, session }) =>
    readBillingPortal(services.pool, session, {
      today: today(services),
      timeZone: services.env.LAB_TIMEZONE,
    }),
  ),
];
