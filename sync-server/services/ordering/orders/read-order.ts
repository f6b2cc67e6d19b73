import type { Pool } from 'pg';
import { hasCapability } from '#db/access/capabilities.ts';
import { may } from '#db/access/grants.ts';
import { STAFF_ROLES, seesAllCompanies } from '#db/access/roles.ts';
import { priceAdjustment } from '#db/billing/adjustments/price-adjustment.ts';
import { invoice } from '#db/billing/invoices/invoice.ts';
import type { AnyEntity, Row } from '#db/entity.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { APPROVAL_KIND, orderApproval } from '#db/ordering/approvals/order-approval.ts';
import { clinicalAttestation } from '#db/ordering/drafts/clinical-attestation.ts';
import { continuationsFor } from '#db/ordering/drafts/continuation.ts';
import { dataUseInfo } from '#db/ordering/drafts/data-use-info.ts';
import { type Order, order } from '#db/ordering/orders/order.ts';
import { orderActionsFor } from '#db/ordering/orders/order-actions.ts';
import { type ShownApproval, ShownOrder } from '#db/ordering/orders/shown-order.ts';
import { takesMaterial } from '#db/ordering/shipments/awaited-specimens.ts';
import { moreKitsProblem } from '#db/ordering/shipments/collection-kits.ts';
import { handlesPackage } from '#db/ordering/shipments/package-problem.ts';
import { shipment } from '#db/ordering/shipments/shipment.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { requireVisibleCompany, visibleCompanies } from '#sync-server/http/require-access.ts';
import type { Session } from '#sync-server/http/session.ts';
import { columnOf, fieldsOf, quoted, rowOf, rowTypes } from '#sync-server/postgres/row-mapping.ts';
import { readRow } from '#sync-server/reads/list-rows.ts';
import { tenantOf } from '#sync-server/reads/tenant.ts';
import { readOrderBill } from '#sync-server/services/billing/invoices/list-invoices.ts';
import { linkedOrders } from '#sync-server/services/ordering/drafts/read-draft.ts';
import { maskRow } from '#sync-server/services/patients/mask-patients.ts';
import { readHistory } from '#sync-server/services/records/events/read-history.ts';
import { loadOrderRelations } from './list-orders.ts';
import { repeatedInSql } from './order-sql.ts';
import { readFigures } from './read-figures.ts';

/** Read the rows of an entity that belong to an order, in order of creation. */
async function rowsOf<E extends AnyEntity>(pool: Pool, entity: E, orderId: string): Promise<Row<E>[]> {
  const columns = fieldsOf(entity)
    .map(({ column }) => quoted(column))
    .join(', ');
  const text = `SELECT ${columns} FROM ${quoted(entity.table)}
    WHERE ${quoted(columnOf('orderId'))} = $1 AND NOT deleted ORDER BY created_at, id`;
  const { rows } = await pool.query<Record<string, unknown>>({ text, values: [orderId], types: rowTypes });
  return rows.map((record) => rowOf(entity, record));
}

// Customers see "the lab" instead of staff names.
const DECIDED_BY = `
  SELECT u.id, CASE WHEN $2 AND EXISTS (SELECT 1 FROM user_company m WHERE m.user_id = u.id AND m.role = ANY ($3))
         THEN 'The lab' ELSE coalesce(u.name, u.email) END AS name FROM "user" u WHERE u.id = ANY ($1)`;

async function approvalsOf(
  pool: Pool,
  session: Session,
  { id, orderType }: Pick<Order, 'id' | 'orderType'>,
): Promise<ShownApproval[]> {
  const rows = await rowsOf(pool, orderApproval, id);
  const sponsored = orderType === 'CAMPAIGN' && !seesAllCompanies(session.role);
  const ids = rows.flatMap(({ decidedById }) => decidedById ?? []);
  const nameRows = await pool.query<{ id: string; name: string }>(DECIDED_BY, [
    ids,
    !seesAllCompanies(session.role),
    [...STAFF_ROLES],
  ]);
  const names = new Map(nameRows.rows.map(({ id, name }) => [id, name]));
  return rows.map((row) => ({
    ...row,
    // The credit limit of a sponsor is hidden from the ordering organization.
    detail: sponsored ? {} : row.detail,
    decidedByName: row.decidedById ? (names.get(row.decidedById) ?? null) : null,
    mine: row.status === 'OPEN' && hasCapability(session.role, APPROVAL_KIND[row.kind].capability),
  }));
}

/** Read the visible invoices; what a campaign's sponsor pays is hidden from the ordering customer. */
async function invoicesOf(pool: Pool, session: Session, orderId: string) {
  if (!mayReadInvoices(session)) return null;
  const [rows, companyScope] = await Promise.all([
    rowsOf(pool, invoice, orderId),
    visibleCompanies(pool, session),
  ]);
  return companyScope === 'all' ? rows : rows.filter(({ companyId }) => companyScope.includes(companyId));
}

const mayReadInvoices = ({ role }: Session): boolean =>
  may(role, 'invoices:read') || may(role, 'billing/invoice:read');

/** Read the rework orders that repeat reset specimens of an order, by specimen. */
async function repeatsOf(pool: Pool, orderId: string): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ id: string; repeatedIn: string | null }>(
    `SELECT s.id, ${repeatedInSql('s')} AS "repeatedIn" FROM specimen s
      WHERE s.order_id = $1 AND s.status = 'RESET' AND NOT s.deleted`,
    [orderId],
  );
  return Object.fromEntries(
    rows.flatMap(({ id, repeatedIn }) => (repeatedIn === null ? [] : [[id, repeatedIn]])),
  );
}

/**
 * Read one order with its specimens, shipments, money and history, as the reader may see it; throws 404 if it
 * is not visible.
 */
export async function readOrder(pool: Pool, session: Session, id: string): Promise<ShownOrder> {
  const row = await readRow(pool, order, id, tenantOf(session));
  if (row.deleted) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  await requireVisibleCompany(pool, session, row.companyId);
  const customer = !seesAllCompanies(session.role);
  const [
    relations,
    company,
    specimens,
    shipments,
    adjustments,
    invoices,
    approvals,
    dataUse,
    history,
    linked,
    bill,
    repeats,
    figures,
    attestations,
  ] = await Promise.all([
    loadOrderRelations(pool, [id], customer),
    pool.query<{ status: string }>('SELECT status FROM company WHERE id = $1', [row.companyId]),
    rowsOf(pool, specimen, id),
    rowsOf(pool, shipment, id),
    rowsOf(pool, priceAdjustment, id),
    invoicesOf(pool, session, id),
    approvalsOf(pool, session, row),
    rowsOf(pool, dataUseInfo, id),
    readHistory(pool, 'Order', id, customer),
    linkedOrders(pool, row),
    readOrderBill(pool, row),
    repeatsOf(pool, id),
    readFigures(pool, { orderId: id, specimenId: null }, !customer),
    rowsOf(pool, clinicalAttestation, id),
  ]);
  const sorted = specimens.sort((one, other) => one.orderRow - other.orderRow);
  const kitShipments = shipments.filter(({ direction }) => direction === 'KIT_OUT');
  return ShownOrder.parse({
    ...row,
    ...relations(row),
    companyStatus: company.rows[0]?.status,
    specimens: sorted.map((one) => maskRow(session, specimen, one)),
    repeats,
    figures,
    // Only the lab prints the labels of its own shipments.
    shipments: shipments.map((one) => (handlesPackage(session.role, one) ? one : { ...one, labelUrl: null })),
    adjustments: customer ? adjustments.filter(({ status }) => status === 'APPROVED') : adjustments,
    bill,
    invoices,
    approvals,
    dataUse: dataUse[0] ?? null,
    attestation: attestations[0] ? maskRow(session, clinicalAttestation, attestations[0]) : null,
    history,
    ...linked,
    continuations: continuationsFor(session.role, row.status),
    actions: orderActionsFor(session.role, row.status).filter(
      (name) =>
        (name !== 'add-kits' || moreKitsProblem(row, kitShipments) === null) &&
        (name !== 'mark-order-shipped' || takesMaterial(row, specimens)),
    ),
  });
}
