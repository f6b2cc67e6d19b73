import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '#db/errors/app-error.ts';
import { storeDocument } from '#db/records/store-document.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { contentProblem, type Ends } from '#sync-server/integrations/files/document-content.ts';
import { actOnServer } from '#sync-server/sync/act-on-server.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { fileStoreOf } from './file-store.ts';
import type { KnownFile } from './receive-file.ts';

const HEAD = 4_096;
const TAIL = 65_536;

/** Writes what comes to the disk, never more of it than was announced, and answers its digest. */
async function writeDown(body: AsyncIterable<unknown>, size: number, place: string): Promise<string> {
  const digest = createHash('sha256');
  let length = 0;
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const part of body) {
      const bytes = Buffer.isBuffer(part) ? part : Buffer.from(String(part));
      length += bytes.length;
      if (length > size)
        throw new AppError('TOO_LARGE', 'More was sent than was announced. Choose the file again.');
      digest.update(bytes);
      yield bytes;
    }
  }
  await pipeline(counted, createWriteStream(place, { flags: 'wx', mode: 0o600, flush: true }));
  if (length !== size) throw new AppError('VALIDATION', 'Not all of the file arrived. Choose it again.');
  return digest.digest('hex');
}

async function endsOf(place: string, size: number): Promise<Ends> {
  const file = await open(place);
  try {
    const part = async (from: number, length: number): Promise<Buffer> => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
      return buffer.subarray(0, bytesRead);
    };
    return {
      head: await part(0, Math.min(HEAD, size)),
      tail: await part(Math.max(0, size - TAIL), Math.min(TAIL, size)),
    };
  } finally {
    await file.close();
  }
}

/** `PUT` of a document: written down, measured, looked at, kept in the store, and only then there. */
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
  const store = fileStoreOf(services.env);
  try {
    const sha256 = await writeDown(body, file.size, place);
    const problem = contentProblem(file.title, await endsOf(place, file.size));
    if (problem) throw new AppError('VALIDATION', problem);
    // Of two that come at once the first is kept, and the second must not take it away.
    if (!(await store.keep(file.key, place, file.type)))
      throw new AppError('CONFLICT', 'This file has already been sent. Choose it again.');
    try {
      await actOnServer(engineOf(services), session, storeDocument, {
        fileId: file.id,
        size: file.size,
        sha256,
      });
    } catch (error) {
      await store.remove(file.key);
      throw error;
    }
  } finally {
    await rm(place, { force: true });
  }
}
