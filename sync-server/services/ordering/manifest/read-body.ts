import type { IncomingMessage } from 'node:http';
import { AppError } from '#db/errors/app-error.ts';

/** A list of 960 rows is a tenth of this. */
export const MOST_BYTES = 5_000_000;

const tooLarge = (): AppError =>
  new AppError(
    'TOO_LARGE',
    'The file is larger than 5 MB. Copy only the rows into a new workbook and upload that.',
  );

/** Reads an uploaded file into memory, never more than the limit; what announces more is not read at all. */
export function readBody(request: IncomingMessage): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0);
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let length = 0;
    const stop = (error: AppError): void => {
      request.removeAllListeners('data');
      request.pause();
      reject(error);
    };
    if (announced > MOST_BYTES) return stop(tooLarge());
    // What was sent as JSON has been read already and is no file.
    if (request.readableEnded) return resolve(Buffer.alloc(0));
    request.on('data', (part: Buffer) => {
      length += part.length;
      if (length > MOST_BYTES) return stop(tooLarge());
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
