import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { FileTargetType } from '#db/records/file-target-type.ts';
import type { FileType } from '#db/records/file-type.ts';
import { type ShownFile, ShownFiles } from '#db/records/shown-file.ts';
import { callApi } from './client.ts';
import { saveFrom } from './save-file.ts';

/** The files of a record that the reader may see, newest first. */
export const filesOf = (
  targetType: FileTargetType,
  targetId: string,
  { specimens = false } = {},
): Promise<ShownFile[]> =>
  callApi({
    path: '/api/s3/downloads',
    query: { targetType, targetId, specimens: specimens ? 'true' : null },
    answer: ShownFiles,
    message: MESSAGES.resourceNotAccessible,
  }).then(({ rows }) => rows);

/** Asks for the address of a stored file, which is good for some minutes and for this person. */
export const fileUrl = ({ id, fileType }: { id: string; fileType: FileType }): Promise<string> =>
  callApi({
    path: `/api/s3/presigned/${id}`,
    method: 'POST',
    data: { fileType },
    answer: z.object({ url: z.string().min(1) }),
    message: MESSAGES.resourceNotAccessible,
  }).then(({ url }) => url);

/** Downloads a stored file under its own name. */
export async function downloadFile(file: { id: string; fileType: FileType; title: string }): Promise<void> {
  saveFrom(await fileUrl(file), file.title);
}

const Links = z.object({ rows: z.array(z.object({ id: z.string(), title: z.string(), url: z.string() })) });

/** Addresses of all files of a record that may be had now, good for 15 minutes. */
export const fileLinks = (targetType: FileTargetType, targetId: string, specimens: boolean) =>
  callApi({
    path: '/api/s3/downloads/links',
    query: { targetType, targetId, specimens: specimens ? 'true' : null },
    answer: Links,
    message: MESSAGES.resourceNotAccessible,
  }).then(({ rows }) => rows);

/** Deletes a stored file. */
export async function deleteFile(
  { fileType, key }: { fileType: FileType; key: string },
  reason?: string,
): Promise<void> {
  const { deleted } = await callApi({
    path: '/api/s3/delete',
    method: 'DELETE',
    data: { fileType, s3Keys: [key], ...(reason === undefined ? {} : { reason }) },
    answer: z.object({ deleted: z.number() }),
    message: MESSAGES.fileNotRemoved,
  });
  if (deleted !== 1) throw new AppError('INTERNAL', MESSAGES.fileNotRemoved);
}
