import { z } from 'zod';
import { beginFileUpload } from '#db/api/records/files.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { FileSubtype, FileTargetType, FileType } from '#db/records/files/file-type.ts';
import { call } from './call.ts';

/** The properties of a file when it is announced. */
export interface FileToSend {
  file: File;
  fileType: FileType;
  subType?: FileSubtype;
  targetType?: FileTargetType;
  targetId?: string;
  /** Staff only: whether the customer sees the file. */
  customerVisible?: boolean;
  /** The earlier version that this file replaces. */
  supersedesId?: string;
}

const Failure = z.object({ error: z.string(), code: z.string().optional() });

const failureOf = (request: XMLHttpRequest): AppError => {
  let body: unknown;
  try {
    body = JSON.parse(request.responseText);
  } catch {
    body = undefined;
  }
  const failure = Failure.safeParse(body);
  return failure.success
    ? new AppError(failure.data.code ?? 'BAD_REQUEST', failure.data.error)
    : new AppError('UNAVAILABLE', MESSAGES.fileNotUploaded);
};

/** Send the bytes by PUT with XMLHttpRequest, because `fetch` reports no upload progress. */
export function putBytes(
  url: string,
  file: Blob,
  { signal, onProgress }: { signal: AbortSignal; onProgress(sentBytes: number): void },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const giveUp = () => request.abort();
    const end = (settle: () => void) => () => {
      signal.removeEventListener('abort', giveUp);
      settle();
    };
    request.open('PUT', url);
    // Every file is sent as plain bytes: the server detects its type from the content.
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onload = end(() =>
      request.status >= 200 && request.status < 300 ? resolve() : reject(failureOf(request)),
    );
    request.onerror = end(() => reject(new AppError('UNAVAILABLE', MESSAGES.fileNotUploaded)));
    request.onabort = end(() => reject(new AppError('UNAVAILABLE', 'The upload was canceled.')));
    signal.addEventListener('abort', giveUp);
    if (signal.aborted) giveUp();
    else request.send(file);
  });
}

/** Announce a file, upload it to the given URL, and return its id and key once it is stored. */
export async function uploadFile(
  { file, ...about }: FileToSend,
  watch: { signal: AbortSignal; onProgress(sentBytes: number): void },
): Promise<{ id: string; key: string }> {
  const type = file.type || 'application/octet-stream';
  const { url, id, key } = await call(
    beginFileUpload,
    { body: { title: file.name, size: file.size, type, ...about } },
    { message: MESSAGES.fileNotUploaded, signal: watch.signal },
  );
  await putBytes(url, file, watch);
  return { id, key };
}
