import type { Request, Response } from 'express';
import type { AppError } from '#db/errors/app-error.ts';

/** Report whether a browser asks for a page, rather than a program for data. */
const isPageRequest = (request: Request): boolean =>
  request.method === 'GET' &&
  !request.path.startsWith('/api/') &&
  request.accepts(['json', 'html']) === 'html';

/**
 * Send a page saying that this host is not served; false if no page was requested. The host is not repeated.
 */
export function sendHostErrorPage(request: Request, response: Response, problem: AppError): boolean {
  if (!isPageRequest(request)) return false;
  response
    .status(problem.status)
    .type('html')
    .setHeader('Cache-Control', 'no-store')
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${problem.message}</title><h1>${problem.message}</h1><p>The laboratory is not reached under this address. Check the address, or use the link in an email from the laboratory.</p></html>`,
    );
  return true;
}
