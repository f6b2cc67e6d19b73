import { pipeline } from 'node:stream/promises';
import { seesAllCompanies } from '#db/access/roles.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { recordDownload } from '#db/records/files/record-download.ts';
import { isResult } from '#db/records/files/result-files.ts';
import { logAccess } from '#sync-server/auth/account-log.ts';
import type { AppServices, StreamRoute } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { readableDocument, requireClean } from './file-access.ts';
import { fileStoreOf } from './file-store-of.ts';
import { fileOfLink, type KnownFile } from './receive-file.ts';

type Call = Parameters<StreamRoute['handler']>;
type Request = Call[1];
type Response = Call[2];

/** Return the disposition: pictures are shown inline, documents are saved under their names. */
const dispositionOf = ({ fileType, title }: KnownFile): string =>
  fileType === 'IMAGE'
    ? 'inline'
    : `attachment; filename="file"; filename*=UTF-8''${encodeURIComponent(title).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`;

/** Parse the range of a resumed download; null for the whole file, and for unsupported range requests. */
function pieceOf(range: string | undefined, size: number): { start: number; end: number } | null {
  const [, from, to] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(range ?? '') ?? [];
  if (from === undefined) return null;
  const start = Number(from);
  const end = to === '' || to === undefined ? size - 1 : Math.min(Number(to), size - 1);
  if (start > end) throw new AppError('BAD_REQUEST', 'The file has no such piece. Download it again.');
  return { start, end };
}

/**
 * Count the download; a customer's download of a result is recorded with the specimens, access log and
 * history.
 */
async function countDownload(
  services: AppServices,
  session: Session,
  file: KnownFile,
  request: Request,
): Promise<void> {
  await services.pool.query('UPDATE s3_file SET download_count = download_count + 1 WHERE id = $1', [
    file.id,
  ]);
  if (!isResult(file.subType) || file.targetId === null || file.targetType === null) return;
  const { userId, companyId, entity } = session;
  const from = { entity, ip: request.ip ?? '', userAgent: request.get('user-agent') ?? '' };
  const target = { type: file.targetType, id: file.targetId };
  await logAccess(services.pool, { userId, companyId }, 'DOWNLOAD_RESULT', from, target);
  if (!seesAllCompanies(session.role))
    await executeOperation(engineOf(services), session, recordDownload, { fileId: file.id });
}

/** Handle `GET` of a signed URL: the bytes, a range of them, or a redirect to the store. */
export async function serveFile(
  services: AppServices,
  session: Session,
  request: Request,
  response: Response,
): Promise<void> {
  const file = await fileOfLink(services, session, 'GET', { id: request.params['id'], query: request.query });
  if (file.status !== 'STORED') throw new AppError('NOT_FOUND', MESSAGES.notFound);
  requireClean(file);
  // The file may have been recalled or replaced since its URL was created.
  if (file.fileType !== 'IMAGE') await readableDocument(services, session, file.id, file.fileType);
  const picture = file.fileType === 'IMAGE';
  const piece = pieceOf(request.headers.range, file.size);
  // A resumed download counts as the same download.
  if (!picture && request.method === 'GET' && (piece?.start ?? 0) === 0)
    await countDownload(services, session, file, request);
  const store = fileStoreOf(services.env);
  const direct = picture ? null : await store.directUrl(file.key, file.title);
  if (direct !== null) {
    response.setHeader('Cache-Control', 'no-store');
    response.redirect(302, direct);
    return;
  }
  const bytes = await store.read(file.key, ...(piece ? [piece] : []));
  response.setHeader('Content-Type', file.type);
  response.setHeader('Accept-Ranges', 'bytes');
  response.setHeader('Content-Length', String(piece ? piece.end - piece.start + 1 : file.size));
  if (piece)
    response.status(206).setHeader('Content-Range', `bytes ${piece.start}-${piece.end}/${file.size}`);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
  response.setHeader('Content-Disposition', dispositionOf(file));
  await pipeline(bytes, response);
}
