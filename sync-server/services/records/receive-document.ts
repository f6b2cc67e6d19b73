import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '#db/errors/app-error.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import type { KnownFile } from './receive-file.ts';
import { storeUploadedDocument } from './store-document.ts';

/** Write the body to the disk, at most the declared size, and return its digest. */
async function recordDocument(body: AsyncIterable<unknown>, size: number, place: string): Promise<string> {
  const digest = createHash('sha256');
  let length = 0;
  async function* streamBody(): AsyncGenerator<Buffer> {
    for await (const part of body) {
      const bytes = Buffer.isBuffer(part) ? part : Buffer.from(String(part));
      length += bytes.length;
      if (length > size)
        throw new AppError('TOO_LARGE', 'More was sent than was announced. Choose the file again.');
      digest.update(bytes);
      yield bytes;
    }
  }
  await pipeline(streamBody, createWriteStream(place, { flags: 'wx', mode: 0o600, flush: true }));
  if (length !== size) throw new AppError('VALIDATION', 'Not all of the file arrived. Choose it again.');
  return digest.digest('hex');
}

/** Handle `PUT` of a document: write, measure, scan and store it before it becomes available. */
export async function receiveDocument(
  services: AppServices,
  session: Session,
  file: KnownFile,
  body: AsyncIterable<unknown>,
): Promise<void> {
  if (file.status !== 'PENDING')
    throw new AppError('CONFLICT', 'This file has already been sent. Choose it again.');
  const folder = path.join(services.env.DATA_DIR, 'files', 'incoming');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const place = path.join(folder, `${file.id}.${randomBytes(6).toString('hex')}`);
  try {
    const sha256 = await recordDocument(body, file.size, place);
    await storeUploadedDocument(services, session, file, { place, sha256 });
  } finally {
    await rm(place, { force: true });
  }
}
