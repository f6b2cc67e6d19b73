import {
  beginFileUpload,
  cancelFileUpload,
  completeFileUpload,
  listUnfinishedUploads,
  sendFilePart,
} from '#db/api/records/files.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { PART_SIZE, partsAtOnce, partsOf } from '#db/records/files/document-rules.ts';
import type { FileTargetType } from '#db/records/files/file-type.ts';
import type { CompletedFile, UnfinishedFile } from '#db/records/files/shown-file.ts';
import { call, callUrl } from './call.ts';
import { type FileToSend, putBytes } from './upload-file.ts';

interface Watch {
  signal: AbortSignal;
  onProgress(sentBytes: number): void;
}

/** Load the uploads to a record that this user has started and not finished. */
export const unfinishedUploads = (targetType: FileTargetType, targetId: string): Promise<UnfinishedFile[]> =>
  call(
    listUnfinishedUploads,
    { query: { targetType, targetId } },
    { message: MESSAGES.resourceNotAccessible },
  ).then(({ rows }) => rows);

/** Cancel an upload. */
export const cancelUpload = (id: string): Promise<void> =>
  call(cancelFileUpload, { params: { id } }, { message: MESSAGES.fileNotRemoved });

/** Announce a file that is uploaded in parts; returns how the upload continues. */
export async function beginUpload({ file, ...about }: FileToSend): Promise<UnfinishedFile> {
  const type = file.type || 'application/octet-stream';
  const { id, partSize } = await call(
    beginFileUpload,
    { body: { title: file.name, size: file.size, type, inParts: true, ...about } },
    { message: MESSAGES.fileNotUploaded },
  );
  const subType = about.subType ?? null;
  return { id, title: file.name, size: file.size, subType, partSize: partSize || PART_SIZE, arrived: [] };
}

async function digestOf(bytes: ArrayBuffer): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const pieceOf = (file: File, { partSize }: UnfinishedFile, part: number): Blob =>
  file.slice(part * partSize, (part + 1) * partSize);

/** Check whether this is the file of the started upload, and not another of the same name and size. */
async function requireSame(file: File, upload: UnfinishedFile): Promise<void> {
  const [known] = upload.arrived;
  const same =
    file.size === upload.size &&
    (known === undefined ||
      (await digestOf(await pieceOf(file, upload, known.part).arrayBuffer())) === known.sha256);
  if (!same)
    throw new AppError(
      'CONFLICT',
      'This is not the same file. Choose the original, or cancel and start again.',
    );
}

/** Send these parts, several in parallel; when one fails the others are aborted. */
async function sendAll(
  file: File,
  upload: UnfinishedFile,
  parts: readonly number[],
  { signal, onProgress }: Watch,
): Promise<void> {
  const failed = new AbortController();
  const watched = AbortSignal.any([signal, failed.signal]);
  const sentBytes = new Map<number, number>();
  const remainingParts = parts.values();
  const sendNext = async (): Promise<void> => {
    for (const part of remainingParts) {
      const piece = pieceOf(file, upload, part);
      const sha256 = await digestOf(await piece.arrayBuffer());
      watched.throwIfAborted();
      const reportProgress = (bytes: number): void => {
        sentBytes.set(part, bytes);
        onProgress([...sentBytes.values()].reduce((sum, one) => sum + one, 0));
      };
      const address = callUrl(sendFilePart, { params: { id: upload.id, part }, query: { sha256 } });
      await putBytes(address, piece, {
        signal: watched,
        onProgress: reportProgress,
      });
      reportProgress(piece.size);
    }
  };
  try {
    await Promise.all(Array.from({ length: partsAtOnce(upload.subType) }, sendNext));
  } catch (error) {
    failed.abort();
    throw error;
  }
}

/** Send the missing parts, then have them assembled; parts that arrived before are not sent again. */
export async function sendParts(file: File, upload: UnfinishedFile, watch: Watch): Promise<CompletedFile> {
  await requireSame(file, upload);
  const arrivedParts = new Set(upload.arrived.map(({ part }) => part));
  const before = [...arrivedParts].reduce((sum, part) => sum + pieceOf(file, upload, part).size, 0);
  watch.onProgress(before);
  const all = Array.from({ length: partsOf(upload.size, upload.partSize) }, (_, part) => part);
  await sendAll(
    file,
    upload,
    all.filter((part) => !arrivedParts.has(part)),
    { signal: watch.signal, onProgress: (sentBytes) => watch.onProgress(before + sentBytes) },
  );
  return call(
    completeFileUpload,
    { params: { id: upload.id } },
    { message: MESSAGES.fileNotUploaded, signal: watch.signal },
  );
}
