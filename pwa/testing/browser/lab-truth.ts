import { expect } from '@playwright/test';
import type pg from 'pg';
import { z } from 'zod';
import type { Role } from '#db/access/roles.ts';
import type { Device } from './device.ts';
import { emailOf } from './sign-in.ts';

const SentOperation = z.object({ id: z.string(), n: z.number(), name: z.string(), outcome: z.string() });
type SentOperation = z.infer<typeof SentOperation>;
const DataSync = z.object({
  operations: z.object({ rows: z.array(SentOperation), total: z.number() }),
  conflicts: z.array(z.object({ id: z.string(), kind: z.string(), status: z.string() })),
});

/** Load the server's record of this user's work, with the session of the device. */
async function askDataSync(device: Device): Promise<z.infer<typeof DataSync>> {
  const answer = await device.context.request.get(`${device.wire.origin}/api/lab/data-sync?limit=500`);
  expect(answer.status()).toBe(200);
  return DataSync.parse(await answer.json());
}

/** List the operations of handhelds in the database, oldest first. */
export async function handheldWork(pool: pg.Pool, role: Role): Promise<SentOperation[]> {
  const { rows } = await pool.query(
    `SELECT operation.id, n::int, operation.name, outcome FROM operation JOIN device ON device.id = device_id
     JOIN "user" ON "user".id = operation.user_id WHERE device.kind = 'HANDHELD' AND "user".email = $1 ORDER BY rev`,
    [emailOf(role)],
  );
  return z.array(SentOperation).parse(rows);
}

/**
 * Check that every operation of this user reached the server once, in device order, and that API and database
 * agree.
 */
export async function expectExactlyOnce(
  device: Device,
  pool: pg.Pool,
  role: Role,
  count: number,
): Promise<readonly string[]> {
  const work = await handheldWork(pool, role);
  expect(work.map(({ n }) => n)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
  const { operations } = await askDataSync(device);
  const reported = operations.rows.filter(({ id }) => work.some((one) => one.id === id));
  expect(reported.toReversed().map(({ id, outcome }) => [id, outcome])).toEqual(
    work.map(({ id, outcome }) => [id, outcome]),
  );
  const twice = await pool.query(
    `SELECT type, target_id FROM event WHERE data->>'operationId' = ANY ($1)
     GROUP BY type, target_id, data->>'operationId' HAVING count(*) > 1`,
    [work.map(({ id }) => id)],
  );
  expect(twice.rows, 'no act left its event twice').toEqual([]);
  return work.map(({ name }) => name);
}

const Tube = z.object({
  id: z.string(),
  barcode: z.string(),
  place: z.string().nullable(),
  position: z.string().nullable(),
});

/** List tubes of the demo lab that are in boxes and wait in a queue, without custody. */
export async function storedTubes(pool: pg.Pool, count: number): Promise<z.infer<typeof Tube>[]> {
  const { rows } = await pool.query(
    `SELECT s.id, s.barcode, p.name AS place, s.storage_position AS position FROM sample s
     JOIN storage_management p ON p.id = s.storage_location_id
     WHERE s.entity = 'WBL' AND s.status = 'IN_QUEUE' AND s.custodian_user_id IS NULL AND p.type = 'BOX'
     ORDER BY s.barcode LIMIT $1`,
    [count],
  );
  expect(rows.length, 'the demo lab has enough stored tubes').toBe(count);
  return z.array(Tube).parse(rows);
}

const Box = z.object({
  name: z.string(),
  code: z.string(),
  tubes: z.array(z.object({ barcode: z.string(), position: z.string() })),
});

/** List boxes with few tubes, none checked out, and with free positions; emptiest first. */
export async function sparseBoxes(pool: pg.Pool): Promise<z.infer<typeof Box>[]> {
  const { rows } = await pool.query(
    `SELECT p.name, p.barcode AS code, json_agg(json_build_object('barcode', s.barcode, 'position', s.storage_position)
       ORDER BY s.storage_position) AS tubes
     FROM storage_management p JOIN sample s ON s.storage_location_id = p.id
     WHERE p.entity = 'WBL' AND p.type = 'BOX' AND NOT p.quarantine AND NOT p.deleted
     GROUP BY p.id HAVING count(*) BETWEEN 4 AND 78
       AND bool_and(s.custodian_user_id IS NULL AND s.status <> 'RECEIVED_QUARANTINED') ORDER BY count(*)`,
  );
  return z.array(Box).parse(rows);
}

/** Return where the server has a tube: the place's code and the position. */
export async function whereIs(pool: pg.Pool, barcode: string): Promise<string> {
  const { rows } = await pool.query<{ place: string | null; position: string | null }>(
    `SELECT coalesce(b.value, p.name) AS place, s.storage_position AS position FROM sample s
     LEFT JOIN storage_management p ON p.id = s.storage_location_id
     LEFT JOIN barcode b ON b.target_id = p.id WHERE s.barcode = $1`,
    [barcode],
  );
  return `${rows[0]?.place ?? 'nowhere'} ${rows[0]?.position ?? ''}`.trim();
}
