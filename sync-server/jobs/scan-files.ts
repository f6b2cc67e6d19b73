import type { BusinessEntity } from '#db/values/business-entity.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { scanFile } from '#sync-server/services/records/scan-file.ts';

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
      services.logger.warn({ err: error, fileId: file.id }, 'a file waits to be looked through');
    }
  }
  return done;
}
