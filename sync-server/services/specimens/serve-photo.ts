import type { Readable } from 'node:stream';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { ScanStatus } from '#db/records/scan-status.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { requireClean } from '#sync-server/services/records/file-access.ts';
import { fileStoreOf } from '#sync-server/services/records/file-store.ts';

const PHOTO = `SELECT key, size, scan_status AS "scanStatus", scan_finding AS "scanFinding" FROM s3_file
  WHERE id = $1 AND entity = $2 AND target_type = 'AccessionGroup' AND target_id = $3 AND status = 'STORED' AND NOT deleted`;

// A receipt is signed on the device that took its photos.
const DEVICE = `SELECT d.name FROM accession_group g JOIN signature s ON s.id = g.signature_id
  JOIN device d ON d.id = s.device_id
  WHERE g.id = $1 AND g.entity = $2 AND ($3 = ANY (g.photo_file_ids) OR EXISTS (
    SELECT 1 FROM discrepancy WHERE accession_group_id = g.id AND $3 = ANY (photo_file_ids)))
   AND NOT EXISTS (SELECT 1 FROM s3_file WHERE id = $3)`;

interface StoredPhoto {
  key: string;
  size: number;
  scanStatus: ScanStatus;
  scanFinding: string | null;
}

/** Serve a photo of a receipt; a missing one is reported as still on its device. */
export async function servePhoto(
  { pool, env }: Pick<AppServices, 'pool' | 'env'>,
  { entity }: Session,
  { id, accessionGroupId }: { id: string; accessionGroupId: string },
): Promise<{ bytes: Readable; size: number } | { notYetFrom: string }> {
  const { rows } = await pool.query<StoredPhoto>(PHOTO, [id, entity, accessionGroupId]);
  const photo = rows[0];
  if (photo) {
    requireClean(photo);
    return { bytes: await fileStoreOf(env).read(photo.key), size: photo.size };
  }
  const known = await pool.query<{ name: string }>(DEVICE, [accessionGroupId, entity, id]);
  const device = known.rows[0];
  if (device) return { notYetFrom: device.name };
  throw new AppError('NOT_FOUND', MESSAGES.notFound);
}
