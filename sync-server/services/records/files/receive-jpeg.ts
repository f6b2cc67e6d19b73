import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#db/errors/app-error.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { pictureOf } from '#sync-server/integrations/files/file-content.ts';
import { fileStoreOf } from './file-store-of.ts';

/** Maximum width and height of a picture; larger ones are decompression bombs. */
const MAX_WIDTH = 8_000;

/** The picture's name in errors, its size limit in bytes, and the advice after a refusal. */
interface JpegRequirements {
  noun: string;
  largest: number;
  retryAdvice: string;
}

/** Read a JPEG that the browser has scaled down; throws 4xx if it is too large or another type. */
export async function readJpeg(
  body: AsyncIterable<unknown>,
  { noun, largest, retryAdvice }: JpegRequirements,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of body) {
    const bytes = Buffer.isBuffer(part) ? part : Buffer.from(String(part));
    length += bytes.length;
    if (length > largest)
      throw new AppError('TOO_LARGE', `The ${noun} is larger than ${largest / 1_000_000} MB. ${retryAdvice}`);
    parts.push(bytes);
  }
  const bytes = Buffer.concat(parts);
  const picture = pictureOf(bytes);
  if (picture?.type !== 'image/jpeg')
    throw new AppError('VALIDATION', `A ${noun} is sent as JPEG, and this is none. ${retryAdvice}`);
  if (picture.width < 1 || picture.height < 1 || picture.width > MAX_WIDTH || picture.height > MAX_WIDTH)
    throw new AppError(
      'VALIDATION',
      `The ${noun} is ${picture.width} × ${picture.height}; ${MAX_WIDTH} is the most. ${retryAdvice}`,
    );
  return bytes;
}

/** Store the bytes; bytes that already exist under this key are the same. */
export async function storeBytes(
  services: AppServices,
  key: string,
  bytes: Buffer,
  type = 'image/jpeg',
): Promise<void> {
  const folder = path.join(services.env.DATA_DIR, 'files', 'incoming');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const place = path.join(folder, randomBytes(12).toString('hex'));
  try {
    await writeFile(place, bytes, { mode: 0o600, flush: true });
    await fileStoreOf(services.env).keep(key, place, type);
  } finally {
    await rm(place, { force: true });
  }
}
