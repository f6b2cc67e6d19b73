import type { Pool } from 'pg';
import { BillingQueue } from '#db/billing/listed-invoice.ts';
import { visibleCompanies } from '#sync-server/http/scope.ts';
import type { Session } from '#sync-server/http/session.ts';
import { listInvoices } from './list-invoices.ts';

const MAX_ROWS = 200;
const VISIBLE = 'i.entity = $1 AND NOT i.deleted AND ($2::text[] IS NULL OR i.company_id = ANY ($2))';

// Specimens on an issued or pending invoice are billed; the rest of a running order may be billed now.
const BILL_NOW = `
  SELECT o.id AS "orderId", o.order_number AS "orderNumber", o.status AS "orderStatus", c.id AS "companyId",
         c.name AS "companyName", i.id AS "invoiceId",
         coalesce((SELECT s.name FROM service s WHERE s.protocol_id = o.protocol_id ORDER BY s.id LIMIT 1), 'Sequencing') AS "serviceName",
         done.specimens, done.amount::float8 AS amount,
         (SELECT count(*) FROM specimen sp WHERE sp.order_id = o.id AND NOT sp.deleted
            AND sp.status NOT IN ('COMPLETED', 'IN_STORAGE', 'FAILED_QC_CANCELED', 'CANCELED'))::int AS "inWork"
    FROM invoice i JOIN "order" o ON o.id = i.order_id JOIN company c ON c.id = i.company_id
    JOIN LATERAL (
      SELECT json_agg(json_build_object('id', sp.id, 'requisitionNumber', sp.requisition_number,
               'customerSampleId', sp.customer_sample_id, 'salesPrice', sp.sales_price,
               'completedAt', to_char(sp.completed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
               ORDER BY sp.order_row) AS specimens,
             sum(sp.sales_price) AS amount, min(sp.completed_at) AS since
        FROM specimen sp
       WHERE sp.order_id = o.id AND NOT sp.deleted AND sp.billable AND sp.completed_at IS NOT NULL
         AND sp.status IN ('COMPLETED', 'IN_STORAGE')
         AND NOT EXISTS (SELECT 1 FROM invoice_line l JOIN invoice b ON b.id = l.invoice_id
                          WHERE l.specimen_ids @> ARRAY[sp.id] AND NOT l.deleted AND b.id <> i.id)) done ON done.specimens IS NOT NULL
   WHERE ${VISIBLE} AND i.status = 'SERVICE_IN_PROGRESS' AND i.corrects_invoice_id IS NULL
     AND o.order_classification <> 'REWORK'
   ORDER BY done.since, o.id LIMIT ${MAX_ROWS}`;

const REFUNDS = `
  SELECT r.id AS "paymentId", i.id AS "invoiceId", i.invoice_number AS "invoiceNumber", c.id AS "companyId",
         c.name AS "companyName", (-r.amount)::float8 AS amount, r.status, r.reason, p.kind AS "cameBy",
         to_char(r.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS since
    FROM payment r JOIN invoice i ON i.id = r.invoice_id JOIN company c ON c.id = i.company_id
    LEFT JOIN payment p ON p.id = r.refunds_payment_id
   WHERE ${VISIBLE} AND r.kind = 'REFUND' AND r.status IN ('PENDING', 'FAILED') AND NOT r.deleted
   ORDER BY r.created_at, r.id LIMIT ${MAX_ROWS}`;

/** Read the billing queue, oldest first. */
export async function readBillingQueue(pool: Pool, session: Session, today: string): Promise<BillingQueue> {
  const companyScope = await visibleCompanies(pool, session);
  const values = [session.entity, companyScope === 'all' ? null : companyScope];
  const [toIssue, billNow, refunds] = await Promise.all([
    listInvoices(
      pool,
      session,
      {
        sort: [{ field: 'createdAt', descending: false }],
        filter: { status: ['AWAITING_BILLING'] },
        search: '',
        records: 'active',
        page: 1,
        limit: MAX_ROWS,
      },
      today,
    ),
    pool.query(BILL_NOW, values),
    pool.query(REFUNDS, values),
  ]);
  return BillingQueue.parse({ toIssue: toIssue.rows, billNow: billNow.rows, refunds: refunds.rows });
}
