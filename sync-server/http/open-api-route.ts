import { CALLS } from '#db/api/calls.ts';
import { readOpenApi } from '#db/api/system.ts';
import { SESSION_COOKIES } from '#sync-server/auth/sessions/session-cookie.ts';
import { openApiDocument } from './open-api.ts';
import { APP_VERSION } from './public-routes.ts';
import { serveCall } from './serve-call.ts';

let document: object | null = null;

/** `GET /api/openapi.json`: open, because it has no data; written at its first reading. */
export const openApiRoute = serveCall(readOpenApi, async () => {
  document ??= openApiDocument(CALLS, APP_VERSION, SESSION_COOKIES[0]);
  return document;
});
