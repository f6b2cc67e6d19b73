import { deleteFiles, listFileLinks, readFileUrl } from '#db/api/records/files.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { FileTargetType, FileType } from '#db/records/files/file-type.ts';
import { call } from './call.ts';
import { saveFrom } from './save-file.ts';

const MESSAGE = { message: MESSAGES.resourceNotAccessible };

/** Request the URL of a stored file; it is valid for some minutes and for this user. */
const fileUrl = ({ id, fileType }: { id: string; fileType: FileType }): Promise<string> =>
  call(readFileUrl, { params: { id }, body: { fileType } }, MESSAGE).then(({ url }) => url);

/** Download a stored file under its own name. */
export async function downloadFile(file: { id: string; fileType: FileType; title: string }): Promise<void> {
  saveFrom(await fileUrl(file), file.title);
}

/** Load the URLs of all available files of a record; they are valid for 15 minutes. */
const fileLinks = (targetType: FileTargetType, targetId: string, specimens: boolean) =>
  call(
    listFileLinks,
    { query: { targetType, targetId, ...(specimens ? { specimens: 'true' } : {}) } },
    MESSAGE,
  ).then(({ rows }) => rows);

/** Download all available files of a record in sequence, those of an order with the files of its specimens. */
export async function downloadFiles(targetType: FileTargetType, targetId: string): Promise<number> {
  const links = await fileLinks(targetType, targetId, targetType === 'Order');
  for (const { url, title } of links) saveFrom(url, title);
  return links.length;
}

/** Delete a stored file. */
export async function deleteFile(
  { fileType, key }: { fileType: FileType; key: string },
  reason?: string,
): Promise<void> {
  const body = { fileType, s3Keys: [key], ...(reason === undefined ? {} : { reason }) };
  const { deleted } = await call(deleteFiles, { body }, { message: MESSAGES.fileNotRemoved });
  if (deleted !== 1) throw new AppError('INTERNAL', MESSAGES.fileNotRemoved);
}
