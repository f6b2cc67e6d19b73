import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '#db/errors/app-error.ts';
import { setProfileImage } from '#db/identity/profile-image.ts';
import { storeDocument } from '#db/records/files/announce-document.ts';
import type { FileSubtype, FileType } from '#db/records/files/file-type.ts';
import type { ScanStatus } from '#db/records/files/s3-file.ts';
import { SignedLink } from '#db/records/files/upload-request.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { Id } from '#db/values/id.ts';
import { authSecret } from '#sync-server/auth/auth-secret.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { parseInput } from '#sync-server/http/parse.ts';
import type { Session } from '#sync-server/http/session.ts';
import { contentProblem, type Ends, pictureOf } from '#sync-server/integrations/files/file-content.ts';
import { isSigned } from '#sync-server/integrations/files/file-store.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { activeContentProblem } from './active-content.ts';
import { fileStoreOf } from './file-store-of.ts';
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
  file: Pick<KnownFile, 'id' | 'entity' | 'title' | 'key' | 'type' | 'size'>,
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
  await scanFile(services, file).catch((error: unknown) =>
    services.logger.warn({ err: error }, 'a file awaits its virus scan'),
  );
}

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
async function receiveDocument(
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

/** Maximum width and height of a picture; larger ones are decompression bombs, not portraits. */
const MAX_WIDTH = 8_000;

/** A file as declared at its creation. */
export interface KnownFile {
  id: string;
  entity: BusinessEntity;
  title: string;
  fileType: FileType;
  key: string;
  type: string;
  size: number;
  status: string;
  subType: FileSubtype | null;
  targetType: string | null;
  targetId: string | null;
  scanStatus: ScanStatus;
  scanFinding: string | null;
}

/** Find the file of a signed URL; throws 404 for another person, another method or an expired URL. */
export async function fileOfLink(
  { pool, env, now }: Pick<AppServices, 'pool' | 'env' | 'now'>,
  session: Session,
  method: 'PUT' | 'GET',
  { id, query }: { id: unknown; query: unknown },
): Promise<KnownFile> {
  const fileId = parseInput(Id, id);
  const link = SignedLink.safeParse(query);
  const signed = link.success && {
    method,
    fileId,
    userId: session.userId,
    expires: link.data.expires,
  };
  if (!signed || !link.success || !isSigned(authSecret(env), signed, link.data.signature, now()))
    throw new AppError('NOT_FOUND', 'This link has expired. Load the page again.');
  const { rows } = await pool.query<KnownFile>(
    `SELECT id, entity, title, file_type AS "fileType", key, type, size, status, sub_type AS "subType",
       target_type AS "targetType", target_id AS "targetId", scan_status AS "scanStatus", scan_finding AS "scanFinding"
      FROM s3_file WHERE id = $1 AND NOT deleted`,
    [fileId],
  );
  if (!rows[0]) throw new AppError('NOT_FOUND', 'This file is not there any more.');
  return rows[0];
}

const contentMismatch = (message: string): AppError => new AppError('VALIDATION', message);

/** Read the body, at most the declared size. */
async function readBody(body: AsyncIterable<unknown>, size: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of body) {
    const bytes = Buffer.isBuffer(part) ? part : Buffer.from(String(part));
    length += bytes.length;
    if (length > size)
      throw new AppError('TOO_LARGE', 'More was sent than was announced. Choose the picture again.');
    parts.push(bytes);
  }
  if (length !== size) throw contentMismatch('Not all of the picture arrived. Choose it again.');
  return Buffer.concat(parts);
}

function checkContent(bytes: Buffer, announced: string): void {
  const picture = pictureOf(bytes);
  if (!picture) throw contentMismatch('This file is not a PNG, JPEG or GIF picture. Choose another one.');
  if (picture.type !== announced)
    throw contentMismatch(`This file is ${picture.type}, not ${announced}. Choose it again.`);
  if (picture.width < 1 || picture.height < 1 || picture.width > MAX_WIDTH || picture.height > MAX_WIDTH)
    throw contentMismatch(`The picture is ${picture.width} × ${picture.height}; ${MAX_WIDTH} is the most.`);
}

/** Handle `PUT` to a signed URL by its person within its lifetime. */
export async function receiveFile(
  services: AppServices,
  session: Session,
  upload: { id: unknown; query: unknown; body: AsyncIterable<unknown> },
): Promise<void> {
  const file = await fileOfLink(services, session, 'PUT', upload);
  if (file.fileType === 'IMAGE') await receivePicture(services, session, file, upload.body);
  else await receiveDocument(services, session, file, upload.body);
}

/** Check and store the content as the person's picture. */
async function receivePicture(
  services: AppServices,
  session: Session,
  file: KnownFile,
  body: AsyncIterable<unknown>,
): Promise<void> {
  if (file.status !== 'PENDING')
    throw new AppError('CONFLICT', 'This picture has already been sent. Choose it again.');
  const bytes = await readBody(body, file.size);
  checkContent(bytes, file.type);
  const { rows } = await services.pool.query<{ key: string }>(
    `SELECT f.key FROM "user" u JOIN s3_file f ON f.id = u.image WHERE u.id = $1`,
    [session.userId],
  );
  const store = fileStoreOf(services.env);
  await store.write(file.key, bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const args = { fileId: file.id, size: bytes.length, sha256 };
  try {
    await executeOperation(engineOf(services), session, setProfileImage, args);
  } catch (error) {
    await store.remove(file.key);
    throw error;
  }
  for (const { key } of rows) await store.remove(key);
}
