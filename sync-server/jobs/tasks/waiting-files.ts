import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { partsOfUploads } from '#sync-server/integrations/files/parts-folder.ts';
import { scanFile } from '#sync-server/services/records/files/scan-file.ts';

const WAITING = `
  SELECT id, title, key, size, entity FROM s3_file
   WHERE status = 'STORED' AND scan_status = 'WAITING' AND NOT deleted ORDER BY created_at, id LIMIT 20`;

interface Waiting {
  id: string;
  title: string;
  key: string;
  size: number;
  entity: BusinessEntity;
}

/**
 * Scan files that could not be scanned on arrival. Returns their number; an unavailable scanner is retried
 * later.
 */
export async function scanFiles(services: AppServices): Promise<number> {
  const { rows } = await services.pool.query<Waiting>(WAITING);
  let done = 0;
  for (const file of rows) {
    try {
      await scanFile(services, file);
      done += 1;
    } catch (error) {
      services.logger.warn({ err: error, fileId: file.id }, 'a file awaits its virus scan');
    }
  }
  return done;
}

/** Lifetime of unfinished uploads: two days after the last part, or an hour for an upload without parts. */
const PARTS_MS = 48 * 3_600_000;
const WHOLE_MS = 3_600_000;
const DAY_MS = 24 * 3_600_000;

const FORGET = `DELETE FROM s3_file WHERE status = 'PENDING'
  AND ((part_size IS NULL AND updated_at < $1) OR (part_size IS NOT NULL AND updated_at < $2)) RETURNING id`;

/** Delete temporary files of a process that ended while it joined parts, because they belong to nobody. */
async function sweepIncoming(folder: string, before: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const place = path.join(folder, name);
    const stats = await stat(place).catch(() => null);
    if (stats && stats.mtime < before) await rm(place, { force: true });
  }
}

/** Delete abandoned uploads and parts without an upload. Returns the number of uploads. */
export async function forgetUnfinishedFiles({
  pool,
  env,
  now,
}: Pick<AppServices, 'pool' | 'env' | 'now'>): Promise<number> {
  const ago = (ms: number): Date => new Date(now().getTime() - ms);
  const parts = partsOfUploads(env);
  const { rows } = await pool.query<{ id: string }>(FORGET, [ago(WHOLE_MS), ago(PARTS_MS)]);
  for (const { id } of rows) await parts.forget(id);
  const lying = (await parts.waiting()).filter(({ since }) => since < ago(WHOLE_MS));
  const known = await pool.query<{ id: string }>(
    `SELECT id FROM s3_file WHERE id = ANY ($1) AND status = 'PENDING' AND NOT deleted`,
    [lying.map(({ fileId }) => fileId)],
  );
  const coming = new Set(known.rows.map(({ id }) => id));
  for (const { fileId } of lying) if (!coming.has(fileId)) await parts.forget(fileId);
  await sweepIncoming(path.join(env.DATA_DIR, 'files', 'incoming'), ago(DAY_MS));
  return rows.length;
}
