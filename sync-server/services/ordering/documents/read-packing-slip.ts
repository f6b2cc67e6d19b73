import type { Pool } from 'pg';
import { z } from 'zod';
import { PackageType } from '#db/ordering/orders/order-terms.ts';
import { BusinessEntity } from '#db/values/business-entity.ts';
import type { PackedSpecimen, PackingSlip } from './packing-slip-pdf.ts';

const ORDER = `
  SELECT o.entity, o.order_number AS "orderNumber", o.package_type AS "packageType",
         o.package_count AS "packageCount", o.status, o.received_at IS NOT NULL AS "isReceived",
         to_char(coalesce(o.submitted_at, o.created_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "submittedAt",
         c.name AS "companyName", coalesce(s.name, '') AS "serviceName"
    FROM "order" o JOIN company c ON c.id = o.company_id
    LEFT JOIN service s ON s.protocol_id = o.protocol_id
   WHERE o.id = $1 AND NOT o.deleted`;

// Stored material is not sent, and a received order sends only what the lab still waits for.
const SPECIMENS = `
  SELECT requisition_number AS "requisitionNumber", customer_sample_id AS "customerSampleId",
         shipment_plate_number AS plate, shipment_plate_location AS well
    FROM specimen
   WHERE order_id = $1 AND NOT deleted
     AND (status = 'ORDERED' OR (NOT $2 AND status IN ('PENDING_APPROVAL', 'SHIPPED', 'DELIVERED')))
   ORDER BY order_row, id`;

const Known = z.object({
  entity: BusinessEntity,
  orderNumber: z.string(),
  packageType: PackageType,
  packageCount: z.number(),
  status: z.string(),
  isReceived: z.boolean(),
  submittedAt: z.string(),
  companyName: z.string(),
  serviceName: z.string(),
});

/** Statuses without a packing slip: nothing is sent yet, or any more. */
const WITHOUT_SLIP: readonly string[] = ['DRAFT', 'CANCELED', 'COMPLETED'];

/** Read the packing slip of an order; null when nothing is to be sent. */
export async function readPackingSlip(
  pool: Pick<Pool, 'query'>,
  orderId: string,
): Promise<PackingSlip | null> {
  const [row] = (await pool.query(ORDER, [orderId])).rows;
  const known = Known.safeParse(row).data;
  if (!known || WITHOUT_SLIP.includes(known.status)) return null;
  const { status: _status, isReceived, ...slip } = known;
  const { rows } = await pool.query<PackedSpecimen>(SPECIMENS, [orderId, isReceived]);
  return rows.length === 0 ? null : { ...slip, specimens: rows };
}
