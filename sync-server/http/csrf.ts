import type { Request, RequestHandler } from 'express';
import { AppError } from '#db/errors/app-error.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

const sameOrigin = (request: Request): boolean => {
  const site = request.get('sec-fetch-site');
  if (site && site !== 'same-origin' && site !== 'none') return false;
  const origin = request.get('origin');
  if (!origin) return true;
  try {
    return new URL(origin).host === request.get('host');
  } catch {
    return false;
  }
};

// A signed upload URL takes a raw file; another site's page cannot PUT one without a CORS preflight.
const SIGNED_UPLOAD = /^\/api\/s3\/(files\/[0-9A-Za-z_-]+|parts\/[0-9A-Za-z_-]+\/\d{1,6})$/;
// The same holds for photos from devices, images of services and files of procedures.
const PHOTO_UPLOAD =
  /^\/api\/(lab\/specimens\/photos\/[0-9A-Za-z_-]+|sync\/hand-over\/photo|lab\/services\/[0-9A-Za-z_-]+\/image|lab\/procedures\/files)$/;

const FILES = ['image/*', 'application/pdf', 'application/octet-stream'];

const isFile = (request: Request): boolean =>
  request.method === 'PUT' &&
  (SIGNED_UPLOAD.test(request.path) || PHOTO_UPLOAD.test(request.path)) &&
  request.is(FILES) !== false;

// A list of specimens is sent as a raw file; a form cannot send these content types.
const MANIFEST_UPLOAD = '/api/create-order/manifest';
const LISTS = [
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/octet-stream',
  'text/csv',
  'text/tab-separated-values',
];

const isManifest = (request: Request): boolean =>
  request.method === 'POST' && request.path === MANIFEST_UPLOAD && request.is(LISTS) !== false;

const hasBody = (request: Request): boolean =>
  request.get('transfer-encoding') !== undefined || Number(request.get('content-length') ?? 0) > 0;

/**
 * Refuse writes that another site's page could send with our cookie: their Origin differs, and a form cannot
 * send JSON. `takesForm` names the paths (sign-in) that accept forms because they check their own token.
 */
export function csrfProtection(takesForm: (path: string) => boolean): RequestHandler {
  return (request, _response, next) => {
    if (SAFE.has(request.method)) return next();
    if (!sameOrigin(request)) {
      throw new AppError(
        'FORBIDDEN',
        'This request came from another site. Open the app itself and try again.',
      );
    }
    const readable =
      request.is('application/json') ||
      isFile(request) ||
      isManifest(request) ||
      (takesForm(request.path) && request.is('urlencoded'));
    if (hasBody(request) && !readable)
      throw new AppError('BAD_REQUEST', 'Send the body as application/json.');
    next();
  };
}
