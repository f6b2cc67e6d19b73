import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as calls from '#db/api/specimens/specimen-files.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { ScanStatus } from '#db/records/files/s3-file.ts';
import { type ApiRoute, type AppServices, streamRoute } from '#sync-server/http/api-route.ts';
import { parseInput } from '#sync-server/http/parse.ts';
import type { Session } from '#sync-server/http/session.ts';
import { requireClean } from '#sync-server/services/records/files/file-access.ts';
import { fileStoreOf } from '#sync-server/services/records/files/file-store-of.ts';
import { receivePhoto } from './receive-photo.ts';

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
async function servePhoto(
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

const { params: Params, query: Query } = calls.readReceiptPhoto;

/** Photos taken at receiving: devices send them under their own ids, staff views them. */
export const photoRoutes: readonly ApiRoute[] = [
  streamRoute({
    ...calls.sendReceiptPhoto,
    definition: calls.sendReceiptPhoto,
    handler: async ({ services, session }, request, response) => {
      const { id } = parseInput(Params, request.params);
      const { accessionGroupId } = parseInput(Query, request.query);
      await receivePhoto(services, session, { id, accessionGroupId, body: request });
      response.status(204).end();
    },
  }),
  streamRoute({
    ...calls.readReceiptPhoto,
    definition: calls.readReceiptPhoto,
    handler: async ({ services, session }, request, response) => {
      const { id } = parseInput(Params, request.params);
      const { accessionGroupId } = parseInput(Query, request.query);
      const photo = await servePhoto(services, session, { id, accessionGroupId });
      response.setHeader('Cache-Control', 'private, no-store');
      // The photo is announced and will arrive, so this is no error of the reader.
      if ('notYetFrom' in photo) return void response.status(202).json(photo);
      response.setHeader('Content-Type', 'image/jpeg');
      response.setHeader('Content-Length', String(photo.size));
      response.setHeader('X-Content-Type-Options', 'nosniff');
      response.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
      response.setHeader('Content-Disposition', 'inline');
      await pipeline(photo.bytes, response);
    },
  }),
];
