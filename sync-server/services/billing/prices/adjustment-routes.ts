import { sql } from 'kysely';
import type { Pool } from 'pg';
import { ulid } from 'ulid';
import type { z } from 'zod';
import * as calls from '#db/api/billing/price-adjustments.ts';
import type { ListQuery } from '#db/api/list-query.ts';
import {
  adjustmentActionsFor,
  ifApproved,
  isLargeDiscount,
} from '#db/billing/adjustments/adjustment-actions.ts';
import { type PriceAdjustment, priceAdjustment } from '#db/billing/adjustments/price-adjustment.ts';
import {
  decidePriceAdjustment,
  proposePriceAdjustment,
  withdrawPriceAdjustment,
} from '#db/billing/adjustments/propose-price-adjustment.ts';
import { setSalesPrice } from '#db/billing/adjustments/set-sales-price.ts';
import { setSpecimenDiscount } from '#db/billing/adjustments/set-specimen-discount.ts';
import { type AdjustmentRow, orderTotals } from '#db/billing/invoices/order-totals.ts';
import { projectBasedPricing } from '#db/billing/prices/price.ts';
import { decideProjectPrice } from '#db/billing/prices/set-project-price.ts';
import { AdjustmentPage } from '#db/billing/prices/shown-prices.ts';
import type { Order } from '#db/ordering/orders/order.ts';
import { countSold } from '#db/ordering/orders/reprice-order.ts';
import { INTERNAL_REASON } from '#db/records/events/event.ts';
import type { ApiCall, ApiRoute } from '#sync-server/http/api-route.ts';
import { serveCall } from '#sync-server/http/serve-call.ts';
import type { Session } from '#sync-server/http/session.ts';
import { reads } from '#sync-server/postgres/typed-reads.ts';
import { listRows, readRow, type SearchAlso } from '#sync-server/reads/list-rows.ts';
import { isFoundIn } from '#sync-server/reads/search-rows.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import {
  type CallableOperation,
  executeOperation,
  type OperationSchema,
} from '#sync-server/sync/execute-operation.ts';

// The order's history names the decider, except for a discount approved with its order, which only its own
// row names.
const RELATED_COLUMNS = `
  SELECT a.id, o.order_number AS "orderNumber", o.created_at AS "orderCreatedAt",
         coalesce((SELECT min(v.name) FROM service v WHERE v.protocol_id = o.protocol_id), '') AS "serviceName", c.name AS "companyName", coalesce(u.name, u.email) AS "proposedBy",
         coalesce(d.name, d.email, g.name, g.email) AS "decidedBy",
         coalesce(e.occurred_at, a.approved_at) AS "decidedAt", e.reason AS "decisionReason",
         o.status, o.subtotal::float8 AS subtotal, o.total::float8 AS "orderTotal",
         o.price_per_specimen::float8 AS "pricePerSpecimen", o.discount_per_specimen::float8 AS "discountPerSpecimen",
         o.projected_specimen_count AS "projectedSpecimenCount", o.held_from_status AS "heldFromStatus",
         (SELECT count(*)::int FROM specimen s WHERE s.order_id = o.id AND NOT s.deleted AND s.status <> 'CANCELED') AS named,
         (SELECT coalesce(bool_and(i.issued_at IS NOT NULL), false) FROM invoice i
           WHERE i.order_id = o.id AND NOT i.deleted AND i.status NOT IN ('CANCELED', 'VOID')) AS billed,
         (SELECT json_agg(json_build_object('id', b.id, 'type', b.type, 'percentBps', b.percent_bps, 'amount', b.amount,
                   'label', b.label, 'order', b."order", 'status', b.status, 'deleted', b.deleted))
            FROM price_adjustment b WHERE b.order_id = o.id AND NOT b.deleted) AS siblings
    FROM price_adjustment a JOIN "order" o ON o.id = a.order_id JOIN company c ON c.id = o.company_id
    LEFT JOIN "user" u ON u.id = a.created_by_id LEFT JOIN "user" g ON g.id = a.approved_by_id
    LEFT JOIN LATERAL (
      SELECT v.created_by_id, v.occurred_at, coalesce(v.data ->> 'reason', v.data ->> '${INTERNAL_REASON}') AS reason FROM event v
       WHERE v.target_id = a.order_id AND v.type = 'PRICE_ADJUSTED' AND v.data ->> 'adjustmentId' = a.id
         AND v.data ->> 'act' IN ('AGREED', 'APPROVED', 'REJECTED')
       ORDER BY v.occurred_at DESC, v.id DESC LIMIT 1) e ON true
    LEFT JOIN "user" d ON d.id = e.created_by_id
   WHERE a.id = ANY ($1)`;

const BY_ORDER: SearchAlso = (term) => {
  const orders = reads.selectFrom('order').select('id');
  const companies = reads.selectFrom('company').select('id').where('name', 'ilike', term);
  return [
    isFoundIn(sql.ref('r.order_id'), orders.where('order_number', 'ilike', term)),
    isFoundIn(
      sql.ref('r.order_id'),
      orders.where((eb) => isFoundIn(eb.ref('company_id'), companies)),
    ),
  ];
};

interface RelatedColumns {
  id: string;
  decidedAt: Date | null;
  orderCreatedAt: Date;
  status: Order['status'];
  subtotal: number;
  orderTotal: number;
  pricePerSpecimen: number;
  discountPerSpecimen: number;
  heldFromStatus: Order['heldFromStatus'];
  projectedSpecimenCount: number;
  named: number;
  billed: boolean;
  siblings: AdjustmentRow[];
}

/** Present an adjustment with its effect on the order's total and the actions of this person. */
function toListedAdjustment(row: PriceAdjustment, related: RelatedColumns, session: Session) {
  const { status, subtotal, orderTotal, siblings } = related;
  const sold = countSold(related, related.named);
  const { pricePerSpecimen, discountPerSpecimen } = related;
  const large = isLargeDiscount(pricePerSpecimen * sold, discountPerSpecimen * sold, siblings, row.id);
  // The subtotal stays; only the adjustments change.
  const after = orderTotals([subtotal], ifApproved(siblings, row.id)).total;
  // A sponsor pays the order's total; the customer's own total is zero.
  const before = orderTotal === 0 ? orderTotals([subtotal], siblings).total : orderTotal;
  const open = row.status === 'PROPOSED' && status !== 'DRAFT';
  return {
    ...related,
    ...row,
    orderCreatedAt: related.orderCreatedAt.toISOString(),
    decidedAt: related.decidedAt?.toISOString() ?? null,
    total: open ? { before, after } : null,
    acts: adjustmentActionsFor(session, row, { status, billed: related.billed, large }),
  };
}

/** Read one page of discounts and fees with their orders. */
export async function listAdjustments(pool: Pool, session: Session, query: ListQuery) {
  const page = await listRows(pool, priceAdjustment, query, session.entity, BY_ORDER);
  const related = await pool.query<RelatedColumns>(RELATED_COLUMNS, [page.rows.map(({ id }) => id)]);
  const byId = new Map(related.rows.map((row) => [row.id, row]));
  return AdjustmentPage.parse({
    ...page,
    rows: page.rows.flatMap((row) => {
      const one = byId.get(row.id);
      return one ? [toListedAdjustment(row, one, session)] : [];
    }),
  });
}

type Call = Pick<ApiCall<'session'>, 'services' | 'session'>;

/** Execute an operation on an adjustment and return it, with any message for the person. */
async function executeOnAdjustment<Args extends OperationSchema>(
  { services, session }: Call,
  operation: CallableOperation<Args>,
  args: z.input<Args> & { adjustmentId: string },
) {
  const { message } = await executeOperation(engineOf(services), session, operation, args);
  const row = await readRow(services.pool, priceAdjustment, args.adjustmentId, session.entity);
  return { row, message };
}

/** `/api/lab/price-adjustments`: discounts and fees on orders, and the approval of project prices. */
export const adjustmentRoutes: readonly ApiRoute[] = [
  serveCall(calls.listAdjustments, ({ services, session, query }) =>
    listAdjustments(services.pool, session, query),
  ),
  serveCall(calls.proposeAdjustment, (call) =>
    executeOnAdjustment(call, proposePriceAdjustment, { ...call.body, adjustmentId: ulid() }),
  ),
  serveCall(calls.setSalesPrice, async ({ services, session, body }) => {
    await executeOperation(engineOf(services), session, setSalesPrice, body);
  }),
  serveCall(calls.setSpecimenDiscount, async ({ services, session, body }) => {
    const { message } = await executeOperation(engineOf(services), session, setSpecimenDiscount, body);
    return { message };
  }),
  serveCall(calls.decideAdjustment, (call) =>
    executeOnAdjustment(call, decidePriceAdjustment, { adjustmentId: call.params.id, ...call.body }),
  ),
  serveCall(calls.withdrawAdjustment, (call) =>
    executeOnAdjustment(call, withdrawPriceAdjustment, { adjustmentId: call.params.id }),
  ),
  serveCall(calls.decideProjectPrice, async ({ services, session, params, body }) => {
    await readRow(services.pool, projectBasedPricing, params.id, session.entity);
    const args = { pricingId: params.id, ...body };
    await executeOperation(engineOf(services), session, decideProjectPrice, args);
  }),
];
