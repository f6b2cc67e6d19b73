import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { PART_SIZE, partsAtOnce, partsOf } from '#db/records/file-limits.ts';
import type { FileTargetType } from '#db/records/file-target-type.ts';
import { ScanStatus } from '#db/records/scan-status.ts';
import { UnfinishedFile } from '#db/records/shown-file.ts';
import { callApi } from './client.ts';
import { type FileToSend, putBytes } from './upload-file.ts';

interface Watch {
  signal: AbortSignal;
  onProgress(sent: number): void;
}

const Announced = z.object({ id: z.string(), partSize: z.number() });
const Completed = z.object({ id: z.string(), scanStatus: ScanStatus, scanFinding: z.string().nullable() });
export type CompletedUpload = z.infer<typeof Completed>;

/** What this person has begun to send to a record and not finished. */
export const unfinishedUploads = (targetType: FileTargetType, targetId: string): Promise<UnfinishedFile[]> =>
  callApi({
    path: '/api/s3/parts',
    query: { targetType, targetId },
    answer: z.object({ rows: z.array(UnfinishedFile) }),
    message: MESSAGES.resourceNotAccessible,
  }).then(({ rows }) => rows);

/** Gives an upload up. */
export const cancelUpload = async (id: string): Promise<void> => {
  await callApi({
    path: `/api/s3/parts/${id}/cancel`,
    method: 'POST',
    answer: z.undefined(),
    message: MESSAGES.fileNotRemoved,
  });
};

/** Announces a file that will come in parts; answers how it is gone on with. */
export async function beginUpload({ file, ...about }: FileToSend): Promise<UnfinishedFile> {
  const { id, partSize } = await callApi({
    path: '/api/s3/presigned',
    method: 'POST',
    data: {
      title: file.name,
      size: file.size,
      type: file.type || 'application/octet-stream',
      inParts: true,
      ...about,
    },
    answer: Announced,
    message: MESSAGES.fileNotUploaded,
  });
  const subType = about.subType ?? null;
  return { id, title: file.name, size: file.size, subType, partSize: partSize || PART_SIZE, arrived: [] };
}

async function digestOf(bytes: ArrayBuffer): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const pieceOf = (file: File, { partSize }: UnfinishedFile, part: number): Blob =>
  file.slice(part * partSize, (part + 1) * partSize);

/** Is this the file that was begun, and not another one of its name and size? */
async function requireSame(file: File, begun: UnfinishedFile): Promise<void> {
  const [known] = begun.arrived;
  const same =
    file.size === begun.size &&
    (known === undefined ||
      (await digestOf(await pieceOf(file, begun, known.part).arrayBuffer())) === known.sha256);
  if (!same)
    throw new AppError(
      'CONFLICT',
      'This is not the file that was begun. Choose that one, or cancel it and begin anew.',
    );
}

/** Sends these parts, several at once; when one fails the others are given up. */
async function sendAll(
  file: File,
  begun: UnfinishedFile,
  parts: readonly number[],
  { signal, onProgress }: Watch,
): Promise<void> {
  const ended = new AbortController();
  const watched = AbortSignal.any([signal, ended.signal]);
  const sent = new Map<number, number>();
  const left = parts.values();
  const sendNext = async (): Promise<void> => {
    for (const part of left) {
      const piece = pieceOf(file, begun, part);
      const sha256 = await digestOf(await piece.arrayBuffer());
      watched.throwIfAborted();
      const tell = (bytes: number): void => {
        sent.set(part, bytes);
        onProgress([...sent.values()].reduce((sum, one) => sum + one, 0));
      };
      await putBytes(`/api/s3/parts/${begun.id}/${part}?sha256=${sha256}`, piece, {
        signal: watched,
        onProgress: tell,
      });
      tell(piece.size);
    }
  };
  try {
    await Promise.all(Array.from({ length: partsAtOnce(begun.subType) }, sendNext));
  } catch (error) {
    ended.abort();
    throw error;
  }
}

/** Sends the parts that have not arrived, then has them put together; what was sent before is not sent again. */
export async function sendParts(file: File, begun: UnfinishedFile, watch: Watch): Promise<CompletedUpload> {
  await requireSame(file, begun);
  const there = new Set(begun.arrived.map(({ part }) => part));
  const before = [...there].reduce((sum, part) => sum + pieceOf(file, begun, part).size, 0);
  watch.onProgress(before);
  const all = Array.from({ length: partsOf(begun.size, begun.partSize) }, (_, part) => part);
  await sendAll(
    file,
    begun,
    all.filter((part) => !there.has(part)),
    { signal: watch.signal, onProgress: (sent) => watch.onProgress(before + sent) },
  );
  return callApi({
    path: `/api/s3/parts/${begun.id}/complete`,
    method: 'POST',
    answer: Completed,
    message: MESSAGES.fileNotUploaded,
    signal: watch.signal,
  });
}
