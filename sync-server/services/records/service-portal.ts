import type { Pool } from 'pg';
import { hasCapability } from '#db/access/capabilities.ts';
import { may } from '#db/access/grants.ts';
import { CustomerServicePortal } from '#db/records/support/shown-support-request.ts';
import type { Session } from '#sync-server/http/session.ts';
import {
  KITS_TO_SEND,
  SHIPMENT_LATE,
  SHIPMENT_UNDER_WAY,
} from '#sync-server/services/ordering/orders/list-orders.ts';
import { listSupportRequests } from './support-requests.ts';

/** The tasks of each kind that a dashboard lists; the total leads to the rest. */
const MAX_ROWS = 8;
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
const KITS = `
  SELECT o.id, o.order_number AS "orderNumber", c.name AS "companyName", ${instant('o.submitted_at')} AS since
    FROM "order" o JOIN company c ON c.id = o.company_id
   WHERE o.id IN (${KITS_TO_SEND}) ORDER BY o.submitted_at, o.id`;
const COMPANIES = `
  SELECT id, name, ${instant('created_at')} AS since FROM company
   WHERE entity = $1 AND NOT deleted AND verification_status = 'PENDING' ORDER BY created_at, id`;
const LICENSES = `
  SELECT l.id, coalesce(u.name, u.email) AS holder, l.designation, l.state, ${instant('l.updated_at')} AS since
    FROM clinician_license l JOIN "user" u ON u.id = l.user_id
   WHERE l.entity = $1 AND NOT l.deleted AND l.status = 'PENDING_VERIFICATION' ORDER BY l.updated_at, l.id`;
const EXPECTED = `
  WITH due AS (
    SELECT p.estimated_delivery AS day FROM ${SHIPMENT_UNDER_WAY} AND p.status IN ('PRE_TRANSIT', 'IN_TRANSIT'))
  SELECT d.day::date::text AS day, (SELECT count(*)::int FROM due WHERE due.day = d.day::date) AS parcels
    FROM generate_series($2::date, $2::date + ${DAYS_AHEAD - 1}, interval '1 day') AS d (day) ORDER BY d.day`;

/** Read the work of customer service: customer decisions, shipments, kits, verifications and open requests. */
export async function readServicePortal(
  pool: Pool,
  session: Session,
  today: string,
): Promise<CustomerServicePortal> {
  const { entity, role } = session;
  const readRows = async (text: string, values: unknown[], isAllowed = true) => {
    const rows = isAllowed ? (await pool.query<Record<string, unknown>>(text, values)).rows : [];
    return { total: rows.length, rows: rows.slice(0, MAX_ROWS) };
  };
  const [actionRequired, lateShipments, kits, companies, licenses, expected, requests] = await Promise.all([
    readRows(ACTION, [entity]),
    readRows(LATE_SHIPMENTS, [[entity], today]),
    readRows(KITS, [[entity]], may(role, 'shipping:create')),
    readRows(COMPANIES, [entity], hasCapability(role, 'reviewCompanies')),
    readRows(LICENSES, [entity], hasCapability(role, 'reviewLicenses')),
    pool.query(EXPECTED, [[entity], today]),
    listSupportRequests(pool, session, {
      sort: [{ field: 'createdAt', descending: false }],
      filter: { status: ['OPEN'] },
      search: '',
      records: 'active',
      page: 1,
      limit: MAX_ROWS,
    }),
  ]);
  return CustomerServicePortal.parse({
    actionRequired,
    lateParcels: lateShipments,
    kits,
    companies,
    licenses,
    requests,
    expected: expected.rows,
  });
}
