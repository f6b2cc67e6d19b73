import type { Pool } from 'pg';
import { invoice } from '#db/billing/invoice.ts';
import { type OrderBill, orderBill } from '#db/billing/order-bill.ts';
import { payment } from '#db/billing/payment.ts';
import type { AnyEntity, Row } from '#db/entity.ts';
import type { Order } from '#db/ordering/order.ts';
import { fieldsOf, quoted, rowOf, rowTypes } from '#sync-server/postgres/row-mapping.ts';

async function rowsOf<E extends AnyEntity>(
  pool: Pool,
  entity: E,
  condition: string,
  id: string,
): Promise<Row<E>[]> {
  const columns = fieldsOf(entity).map(({ column }) => quoted(column));
  const text = `SELECT ${columns.join(', ')} FROM ${quoted(entity.table)} WHERE ${condition} AND NOT deleted`;
  const { rows } = await pool.query<Record<string, unknown>>({ text, values: [id], types: rowTypes });
  return rows.map((record) => rowOf(entity, record));
}

/** Read the payment summary of an order, for everybody who sees the order; null if a sponsor pays. */
export async function readOrderBill(pool: Pool, row: Order): Promise<OrderBill | null> {
  if (row.orderType === 'CAMPAIGN') return null;
  const [invoices, payments] = await Promise.all([
    rowsOf(pool, invoice, 'order_id = $1', row.id),
    rowsOf(
      pool,
      payment,
      'invoice_id IN (SELECT id FROM invoice WHERE order_id = $1 AND NOT deleted)',
      row.id,
    ),
  ]);
  return orderBill({ row, invoices, payments });
}
