import type { Pool } from 'pg';
import { ulid } from 'ulid';
import { z } from 'zod';
import { RunFolder, WaitingRun } from '#db/sequencing/runs/run-folder.ts';

const COLUMNS = `id, lab, path, fingerprint, status, reason, runs, bytes_done AS "bytesDone", bytes_total AS "bytesTotal",
  close_requested AS "closeRequested", found_at AS "foundAt", updated_at AS "updatedAt"`;

const Row = RunFolder.omit({ runs: true }).extend({
  lab: z.string(),
  fingerprint: z.string(),
  closeRequested: z.boolean(),
  runs: z.array(WaitingRun),
  bytesDone: z.coerce.number(),
  bytesTotal: z.coerce.number(),
  foundAt: z.date().transform((at) => at.toISOString()),
  updatedAt: z.date().transform((at) => at.toISOString()),
});
/** A folder of runs that was found, and what became of it. */
export type RunFolderRow = z.infer<typeof Row>;

async function query(pool: Pool, text: string, values: readonly unknown[]): Promise<RunFolderRow[]> {
  const { rows } = await pool.query(text, [...values]);
  return z.array(Row).parse(rows);
}

// A folder whose run a person imported by hand is done.
const OPEN = `SELECT ${COLUMNS} FROM run_folder f WHERE lab = $1 AND status NOT IN ('IMPORTED', 'CLOSED')
     AND NOT (status = 'TO_ASSIGN' AND NOT EXISTS (
       SELECT 1 FROM jsonb_array_elements(f.runs) one WHERE NOT EXISTS (
         SELECT 1 FROM batch_result r WHERE r.lab = f.lab AND r.minknow_run_id = one -> 'run' ->> 'minknowRunId'
            AND NOT r.deleted AND r.imported_from @> (one -> 'run' -> 'files'))))
  ORDER BY found_at DESC, id LIMIT 200`;

/** Read the folders of a lab with something left to do: to read, to assign or to repair. */
export const readOpenFolders = (pool: Pool, lab: string): Promise<RunFolderRow[]> => query(pool, OPEN, [lab]);

/** Read one folder of a lab. */
export async function readFolder(pool: Pool, lab: string, id: string): Promise<RunFolderRow | undefined> {
  const text = `SELECT ${COLUMNS} FROM run_folder WHERE lab = $1 AND id = $2`;
  return (await query(pool, text, [lab, id]))[0];
}

/** Read the fingerprints of all known folders of a lab by their path. */
export async function readFingerprints(pool: Pool, lab: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await pool.query<{ path: string; fingerprint: string }>(
    'SELECT path, fingerprint FROM run_folder WHERE lab = $1',
    [lab],
  );
  return new Map(rows.map((row) => [row.path, row.fingerprint]));
}

// A folder that is read at the moment is read again only when its reading has ended.
const QUEUE = `
  INSERT INTO run_folder (id, entity, lab, path, fingerprint, status, found_at, updated_at)
       SELECT $1, (SELECT home FROM lab_entity WHERE lab = $2 LIMIT 1), $2, $3, $4, 'QUEUED', $5, $5
  ON CONFLICT (lab, path) DO UPDATE
     SET fingerprint = $4, status = 'QUEUED', reason = NULL, runs = '[]', bytes_done = 0, bytes_total = 0,
         close_requested = false, updated_at = $5
   WHERE run_folder.status <> 'READING'
  RETURNING ${COLUMNS}`;

/** Queue a folder to be read; undefined while it is being read. */
export async function queueFolder(
  pool: Pool,
  folder: { lab: string; path: string; fingerprint: string },
  now: Date,
): Promise<RunFolderRow | undefined> {
  return (await query(pool, QUEUE, [ulid(), folder.lab, folder.path, folder.fingerprint, now]))[0];
}

// A row in READING is left of a process that ended: only one job reads folders at a time.
const TAKE = `
  UPDATE run_folder SET status = 'READING', updated_at = $1
   WHERE id = (SELECT id FROM run_folder WHERE status IN ('QUEUED', 'READING') ORDER BY found_at, id LIMIT 1)
  RETURNING ${COLUMNS}`;

/** Take the next folder that waits to be read. */
export async function takeFolder(pool: Pool, now: Date): Promise<RunFolderRow | undefined> {
  return (await query(pool, TAKE, [now]))[0];
}

/** Count the folders that wait to be read. */
export async function countQueued(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM run_folder WHERE status IN ('QUEUED', 'READING')`,
  );
  return rows[0]?.n ?? 0;
}

const REPORT = `UPDATE run_folder SET bytes_done = $2, bytes_total = $3 WHERE id = $1 RETURNING close_requested AS "isClosed"`;

/** Report how far a folder is read; returns whether a person canceled the reading. */
export async function reportProgress(pool: Pool, id: string, done: number, total: number): Promise<boolean> {
  const { rows } = await pool.query<{ isClosed: boolean }>(REPORT, [id, done, total]);
  return rows[0]?.isClosed ?? true;
}

/** Record what became of a folder that was read. */
export async function endReading(
  pool: Pool,
  id: string,
  result: { status: RunFolder['status']; reason: string | null; runs: readonly WaitingRun[] },
  now: Date,
): Promise<void> {
  await pool.query(
    `UPDATE run_folder SET status = CASE WHEN close_requested THEN 'CLOSED' ELSE $2 END, reason = CASE WHEN close_requested THEN reason ELSE $3 END,
       runs = $4, updated_at = $5 WHERE id = $1`,
    [id, result.status, result.reason, JSON.stringify(result.runs), now],
  );
}

const CLOSE = `
  UPDATE run_folder SET close_requested = true, status = CASE WHEN status = 'READING' THEN status ELSE 'CLOSED' END,
     reason = $3, updated_at = $4
   WHERE lab = $1 AND id = $2 AND status NOT IN ('IMPORTED', 'CLOSED') RETURNING id`;

/** Close a folder that is not imported; one that is being read stops at its next part. */
export async function closeFolder(
  pool: Pool,
  { lab, id, reason }: { lab: string; id: string; reason: string },
  now: Date,
): Promise<boolean> {
  return ((await pool.query(CLOSE, [lab, id, reason, now])).rowCount ?? 0) > 0;
}
