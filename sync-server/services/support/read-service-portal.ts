import type { Pool } from 'pg';
import { CustomerServicePortal } from '#db/support/customer-service-portal.ts';
import type { Session } from '#sync-server/http/session.ts';
import { SHIPMENT_LATE, SHIPMENT_UNDER_WAY } from '#sync-server/services/ordering/shipping/late-shipments.ts';
import { listSupportRequests } from './support-requests.ts';

const PREVIEW_ROWS = 5;
const DAYS_AHEAD = 7;
const instant = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const ACTION = `
  SELECT o.id, o.order_number AS "orderNumber", c.name AS "companyName", count(*)::int AS specimens,
         ${instant('min(s.action_required_since)')} AS since
    FROM specimen s JOIN "order" o ON o.id = s.order_id JOIN company c ON c.id = o.company_id
   WHERE o.entity = $1 AND NOT o.deleted AND NOT s.deleted AND s.status = 'ACTION_REQUIRED'
   GROUP BY o.id, o.order_number, c.name ORDER BY min(s.action_required_since), o.id`;
const LATE_SHIPMENTS = `
  SELECT p.id, o.id AS "orderId", o.order_number AS "orderNumber", c.name AS "companyName", p.status, p.carrier,
         p.estimated_delivery::text AS "estimatedDelivery"
    FROM ${SHIPMENT_LATE}
   ORDER BY p.estimated_delivery NULLS FIRST, p.id`;
const EXPECTED = `
  WITH due AS (
    SELECT p.estimated_delivery AS day FROM ${SHIPMENT_UNDER_WAY} AND p.status IN ('PRE_TRANSIT', 'IN_TRANSIT'))
  SELECT d.day::date::text AS day, (SELECT count(*)::int FROM due WHERE due.day = d.day::date) AS parcels
    FROM generate_series($2::date, $2::date + ${DAYS_AHEAD - 1}, interval '1 day') AS d (day) ORDER BY d.day`;
const VERIFY = `
  SELECT (SELECT count(*)::int FROM company WHERE entity = $1 AND NOT deleted AND verification_status = 'PENDING') AS companies,
         (SELECT count(*)::int FROM clinician_license WHERE entity = $1 AND NOT deleted AND status = 'PENDING_VERIFICATION') AS licenses`;

/** Read the work of customer service: customer decisions, shipments, verifications and open requests. */
export async function readServicePortal(
  pool: Pool,
  session: Session,
  today: string,
): Promise<CustomerServicePortal> {
  const { entity } = session;
  const [action, lateShipments, expected, verify, requests] = await Promise.all([
    pool.query(ACTION, [entity]),
    pool.query(LATE_SHIPMENTS, [entity, today]),
    pool.query(EXPECTED, [entity, today]),
    pool.query<{ companies: number; licenses: number }>(VERIFY, [entity]),
    listSupportRequests(pool, session, {
      sort: [{ field: 'createdAt', descending: false }],
      filter: { status: ['OPEN'] },
      search: '',
      records: 'active',
      page: 1,
      limit: PREVIEW_ROWS,
    }),
  ]);
  return CustomerServicePortal.parse({
    actionRequired: { total: action.rows.length, rows: action.rows.slice(0, PREVIEW_ROWS) },
    lateParcels: { total: lateShipments.rows.length, rows: lateShipments.rows.slice(0, PREVIEW_ROWS) },
    companiesToVerify: verify.rows[0]?.companies,
    licensesToVerify: verify.rows[0]?.licenses,
    requests,
    expected: expected.rows,
  });
}
