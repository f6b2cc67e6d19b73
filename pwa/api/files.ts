import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { FileTargetType, FileType } from '#db/records/files/file-type.ts';
import { type ShownFile, ShownFiles } from '#db/records/files/shown-file.ts';
import { callApi } from './client.ts';
import { saveFrom } from './save-file.ts';

/** Load the files of a record that the user may see, newest first. */
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

/** Request the URL of a stored file; it is valid for some minutes and for this user. */
export const fileUrl = ({ id, fileType }: { id: string; fileType: FileType }): Promise<string> =>
  callApi({
    path: `/api/s3/presigned/${id}`,
    method: 'POST',
    data: { fileType },
    answer: z.object({ url: z.string().min(1) }),
    message: MESSAGES.resourceNotAccessible,
  }).then(({ url }) => url);

/** Download a stored file under its own name. */
export async function downloadFile(file: { id: string; fileType: FileType; title: string }): Promise<void> {
  saveFrom(await fileUrl(file), file.title);
}

const Links = z.object({ rows: z.array(z.object({ id: z.string(), title: z.string(), url: z.string() })) });

/** Load the URLs of all available files of a record; they are valid for 15 minutes. */
export const fileLinks = (targetType: FileTargetType, targetId: string, specimens: boolean) =>
  callApi({
    path: '/api/s3/downloads/links',
    query: { targetType, targetId, specimens: specimens ? 'true' : null },
    answer: Links,
    message: MESSAGES.resourceNotAccessible,
  }).then(({ rows }) => rows);

/** Delete a stored file. */
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
