import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import express, { type RequestHandler, Router } from 'express';
import { AppError } from '#db/errors/app-error.ts';

/** Files of the built app with a content hash in their name, which compress well. */
const PACKABLE = /^\/assets\/(?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:js|css|svg|json|wasm)$/;

/**
 * A charset that makes Chromium compile the file after loading it. Otherwise Chromium recompiles at each
 * start what a service worker serves and ignores its compiled copy, about a fifth of the app's start time.
 * A module is UTF-8 whatever its header says.
 */
const SCRIPT = 'text/javascript; charset=iso-8859-2';
/** The script of a worker is not a module: it is read by its charset. */
const WORKER_SCRIPT = 'text/javascript; charset=utf-8';

/** Return the type of a packed file by its name. */
function typeOf(file: string): string {
  if (path.extname(file) !== '.js') return path.extname(file);
  return /-worker-[\w-]+\.js$/.test(file) ? WORKER_SCRIPT : SCRIPT;
}

const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const PACK = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, quick),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
};

// As many entries as the built app has files; other names are not cached.
const packed = new Map<string, Promise<Buffer>>();

function packedFile(file: string, encoding: keyof typeof PACK): Promise<Buffer> {
  const key = `${encoding} ${file}`;
  const known = packed.get(key) ?? readFile(file).then(PACK[encoding]);
  packed.set(key, known);
  known.catch(() => packed.delete(key));
  return known;
}

/**
 * Serve the app's hashed files compressed, each compressed once per server process, because a device that
 * stores the app for offline work requests all of them.
 */
const packedAssets =
  (folder: string, cacheControl: string): RequestHandler =>
  async (request, response, next) => {
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    if (!isReading || request.headers.range || !PACKABLE.test(request.path)) return next();
    const encoding = request.acceptsEncodings('br') ? 'br' : request.acceptsEncodings('gzip') ? 'gzip' : null;
    const bytes = encoding && (await packedFile(path.join(folder, request.path), encoding).catch(() => null));
    if (!bytes) return next();
    response.type(typeOf(request.path)).vary('Accept-Encoding');
    response.set({ 'Content-Encoding': encoding, 'Cache-Control': cacheControl }).send(bytes);
  };

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
