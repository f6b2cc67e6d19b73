import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { AppError } from '#db/errors/app-error.ts';
import { partsOf } from '#db/records/file-limits.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { readBody } from '#sync-server/http/read-body.ts';
import type { Session } from '#sync-server/http/session.ts';
import { type FileOfParts, fileOfParts } from './file-of-parts.ts';
import { partsOfUploads } from './parts-of.ts';

/** Return the size of this part in bytes. */
const lengthOf = ({ size, partSize }: FileOfParts, part: number): number =>
  Math.min(partSize, size - part * partSize);

/** Store one part whose digest matches the declared one; an existing part may be sent again. */
export async function receivePart(
  services: AppServices,
  session: Session,
  { fileId, part, sha256 }: { fileId: string; part: number; sha256: string },
  request: IncomingMessage,
): Promise<void> {
  const file = await fileOfParts(services, session, fileId);
  if (file.status !== 'PENDING')
    throw new AppError('CONFLICT', 'This file has already been sent. Choose it again.');
  if (part >= partsOf(file.size, file.partSize))
    throw new AppError('VALIDATION', 'The file has no such part. Choose it again.');
  const limit = lengthOf(file, part);
  const bytes = await readBody(request, {
    limit,
    tooLarge: 'More was sent than was announced. Choose the file again.',
  });
  if (bytes.length !== limit)
    throw new AppError('VALIDATION', 'Not all of this part arrived. Send it again.');
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new AppError('CHECKSUM', 'This part was damaged on its way. Send it again.');
  const parts = partsOfUploads(services.env);
  const before = (await parts.arrived(fileId)).find((one) => one.part === part);
  if (before && before.sha256 !== sha256)
    throw new AppError('CONFLICT', 'This part was sent before with other content. Begin the upload anew.');
  if (!before) await parts.keep(fileId, part, bytes);
  // The touch marks the upload as active; inactive ones are deleted.
  await services.pool.query('UPDATE s3_file SET updated_at = $2 WHERE id = $1', [fileId, services.now()]);
}
