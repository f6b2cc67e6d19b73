import type { IncomingMessage } from 'node:http';
import { AppError } from '#db/errors/app-error.ts';

/**
 * Read a raw body into memory, at most `limit` bytes; throws TOO_LARGE with the text `tooLarge`. A body that
 * declares more is not read at all.
 */
export function readBody(
  request: IncomingMessage,
  { limit, tooLarge }: { limit: number; tooLarge: string },
): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0);
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let length = 0;
    const stop = (error: AppError): void => {
      request.removeAllListeners('data');
      request.pause();
      reject(error);
    };
    if (announced > limit) return stop(new AppError('TOO_LARGE', tooLarge));
    // A body sent as JSON is already parsed and is not a file.
    if (request.readableEnded) return resolve(Buffer.alloc(0));
    request.on('data', (part: Buffer) => {
      length += part.length;
      if (length > limit) return stop(new AppError('TOO_LARGE', tooLarge));
      parts.push(part);
    });
    request.on('end', () => resolve(Buffer.concat(parts)));
    request.on('error', () =>
      reject(new AppError('BAD_REQUEST', 'The file did not arrive. Upload it again.')),
    );
    request.on('close', () => {
      if (!request.complete) reject(new AppError('BAD_REQUEST', 'The file did not arrive. Upload it again.'));
    });
  });
}
