import { open, rm } from 'node:fs/promises';
import { AppError } from '#db/errors/app-error.ts';
import { storeDocument } from '#db/records/store-document.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { contentProblem, type Ends } from '#sync-server/integrations/files/document-content.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { activeContentProblem } from './active-content.ts';
import { fileStoreOf } from './file-store.ts';
import { scanFile } from './scan-file.ts';

const HEAD = 4_096;
const TAIL = 65_536;

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

/** Scan a completely received file, put it into the store, and mark it as stored and scanned. */
export async function storeUploadedDocument(
  services: AppServices,
  session: Session,
  file: { id: string; title: string; key: string; type: string; size: number },
  arrived: { place: string; sha256: string },
): Promise<void> {
  const store = fileStoreOf(services.env);
  try {
    const problem =
      contentProblem(file.title, await endsOf(arrived.place, file.size)) ??
      (await activeContentProblem(file.title, { place: arrived.place, size: file.size }));
    if (problem) throw new AppError('VALIDATION', problem);
    // The first of two concurrent uploads is kept; the second must not delete it.
    if (!(await store.keep(file.key, arrived.place, file.type)))
      throw new AppError('CONFLICT', 'This file has already been sent. Choose it again.');
    try {
      await executeOperation(engineOf(services), session, storeDocument, {
        fileId: file.id,
        size: file.size,
        sha256: arrived.sha256,
      });
    } catch (error) {
      await store.remove(file.key);
      throw error;
    }
  } finally {
    await rm(arrived.place, { force: true });
  }
  // The file is stored whatever the scan's result; a job retries an unavailable scanner.
  await scanFile(services, { ...file, entity: session.entity }).catch((error: unknown) =>
    services.logger.warn({ err: error }, 'a file waits to be looked through'),
  );
}
