import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, link, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#db/errors/app-error.ts';
import { localAddresses } from './local-addresses.ts';
import type { FileStore } from './port.ts';

const KEY = /^[a-z-]{1,40}\/[0-9A-Za-z_-]{1,64}$/;

/** Files on the server's own disk, under the data folder; their URLs are the server's own, signed. */
export function localFiles(folder: string, secret: string): FileStore {
  const placeOf = (key: string): string => {
    // The server creates all keys; a foreign key never becomes a path.
    if (!KEY.test(key)) throw new Error('A file key is not of the expected form.');
    return path.join(folder, key);
  };
  return {
    ...localAddresses(secret),
    keep: async (key, from) => {
      const place = placeOf(key);
      await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
      try {
        // A hard link is atomic and never replaces an existing file.
        await link(from, place);
        return true;
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
        throw error;
      }
    },
    write: async (key, bytes) => {
      const place = placeOf(key);
      await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
      const part = `${place}.${randomBytes(6).toString('hex')}`;
      await writeFile(part, bytes, { mode: 0o600, flush: true });
      await rename(part, place);
    },
    read: async (key, piece) => {
      const place = placeOf(key);
      await access(place).catch(() => {
        throw new AppError('NOT_FOUND', 'This file is missing on the server. Tell support.');
      });
      return createReadStream(place, piece);
    },
    directUrl: async () => null,
    remove: (key) => rm(placeOf(key), { force: true }),
  };
}
