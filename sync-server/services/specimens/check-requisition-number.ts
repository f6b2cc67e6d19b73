import type { Pool } from 'pg';
import { RequisitionCheck } from '#db/specimens/requisition-check.ts';
import { specimen } from '#db/specimens/specimen.ts';
import type { Session } from '#sync-server/http/session.ts';

const FORM = specimen.schema.shape.requisitionNumber;
// The owner stays hidden: a number is taken or free. A row of the same draft keeps its own.
const NUMBER_IN_USE = `SELECT 1 FROM specimen
  WHERE entity = $1 AND requisition_number = $2 AND NOT ($3::text IS NOT NULL AND order_id = $3 AND status = 'DRAFT')
  LIMIT 1`;

/** Check a requisition number while it is typed; saving checks it again. */
export async function checkRequisitionNumber(
  pool: Pool,
  { entity }: Pick<Session, 'entity'>,
  request: { requisitionNumber: string; orderId?: string | undefined },
): Promise<RequisitionCheck> {
  const number = request.requisitionNumber.toUpperCase();
  if (!FORM.safeParse(number).success)
    return { available: false, message: 'Use 3 to 32 capital letters, digits or hyphens.' };
  const { rowCount } = await pool.query(NUMBER_IN_USE, [entity, number, request.orderId ?? null]);
  return RequisitionCheck.parse(
    rowCount
      ? { available: false, message: 'Requisition number already in use.' }
      : { available: true, message: null },
  );
}
