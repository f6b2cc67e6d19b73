import request, { type Test } from 'supertest';
import { csvOf } from '#db/values/csv.ts';
import type { Caller, DemoServer } from '#sync-server/demo/demo-server.ts';

/** Read the protocol of the drafts that tests upload to. */
export async function readProtocolId(lab: DemoServer): Promise<string> {
  const [row] = await lab.rows(`SELECT id FROM protocol WHERE code = 'WGS-30X' AND entity = 'WBL'`);
  return row?.['id'] ?? '';
}

/** Insert the n-th draft of the customer, like one of the demo's orders; returns its id. */
export async function insertDraft(
  lab: DemoServer,
  n: number,
  fields: { protocol_id: string } & Record<string, unknown>,
): Promise<string> {
  const id = `draft-${n}`;
  const row = {
    id,
    order_number: `W-90000${n}`,
    status: 'DRAFT',
    package_type: 'TUBE',
    price_per_specimen: 50_000,
    discount_per_specimen: 0,
    plate_count: null,
    ...fields,
  };
  await lab.database.pool.query(
    `INSERT INTO "order" SELECT (json_populate_record(o, $1)).* FROM "order" o
       JOIN company c ON c.id = o.company_id
      WHERE c.name = 'Northfield Biotech' AND o.entity = 'WBL' ORDER BY o.id LIMIT 1`,
    [JSON.stringify(row)],
  );
  return id;
}

/** Upload a file to a draft; `query` continues the address: "&mode=append". */
export const sendManifest = (
  lab: DemoServer,
  orderId: string,
  body: Buffer | string | string[][],
  { query = '', caller = 'COMPANY_MANAGER', type = 'text/csv' }: UploadOptions = {},
): Test =>
  request(lab.server)
    .post(`/api/create-order/manifest?orderId=${orderId}${query}`)
    .set(lab.headersOf(caller))
    .set('Content-Type', type)
    .send(Array.isArray(body) ? csvOf(body) : body);

interface UploadOptions {
  query?: string;
  caller?: Caller;
  type?: string;
}

/** Read the saved rows of a draft in their order. */
export const readSavedRows = (lab: DemoServer, orderId: string) =>
  lab.rows(
    `SELECT customer_sample_id AS name, requisition_number AS number, order_row AS row, status FROM specimen
      WHERE order_id = $1 AND NOT deleted ORDER BY order_row`,
    [orderId],
  );
