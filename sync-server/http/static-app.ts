import path from 'node:path';
import express, { type RequestHandler, Router } from 'express';
import { AppError } from '#db/errors/app-error.ts';
import { packedAssets } from './packed-assets.ts';

const YEAR = 'public, max-age=31536000, immutable';

/**
 * Serve the built app: hashed assets are cached forever, everything else is revalidated, app pages get the
 * index.
 */
export function staticApp(folder: string): Router {
  const router = Router();
  const setHeaders = (response: { setHeader(name: string, value: string): unknown }, file: string): void => {
    const hashed = path.relative(folder, file).startsWith(`assets${path.sep}`);
    response.setHeader('Cache-Control', hashed ? YEAR : 'no-cache');
  };
  router.use(packedAssets(folder, YEAR));
  router.use(express.static(folder, { index: false, redirect: false, setHeaders }));
  router.use(pageOfApp(folder));
  return router;
}

/** Every path without a file extension is a page of the app, whose router reports unknown ones. */
const pageOfApp =
  (folder: string): RequestHandler =>
  (request, response, next) => {
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') && path.extname(request.path) === '';
    if (!isPage) throw new AppError('NOT_FOUND', `There is no file ${request.path}.`);
    response.setHeader('Cache-Control', 'no-cache');
    response.sendFile('index.html', { root: folder, cacheControl: false }, (error) => {
      if (!error || response.headersSent) return;
      next(
        new AppError('NOT_FOUND', 'The app is not built. Run npm start, or npm run dev while developing.'),
      );
    });
  };
