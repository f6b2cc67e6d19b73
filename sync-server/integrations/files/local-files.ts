import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, link, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FileStore } from './port.ts';
import { type SignedAct, signAct } from './signed-link.ts';

const PUT_MS = 5 * 60_000;
const GET_MS = 15 * 60_000;

const KEY = /^[a-z-]{1,40}\/[0-9A-Za-z_-]{1,64}$/;

/** Files on the server's own disk, under the data folder; the addresses are the server's own, signed. */
export function localFiles(folder: string, secret: string): FileStore {
  const placeOf = (key: string): string => {
    // Keys are made by the server; one that is not of its making never becomes a path.
    if (!KEY.test(key)) throw new Error('A file key is not of the expected form.');
    return path.join(folder, key);
  };
  const address = (act: SignedAct): string => {
    const query = new URLSearchParams({ expires: String(act.expires), signature: signAct(secret, act) });
    return `/api/s3/files/${act.fileId}?${query}`;
  };
  return {
    putUrl: ({ id, userId }, now) =>
      address({ act: 'PUT', fileId: id, userId, expires: now.getTime() + PUT_MS }),
    getUrl: ({ id, userId }, now) =>
      address({ act: 'GET', fileId: id, userId, expires: now.getTime() + GET_MS }),
    keep: async (key, from) => {
      const place = placeOf(key);
      await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
      try {
        // A second name for the same bytes: it is there whole or not at all, and never in the place of another.
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
    read: async (key) => {
      const place = placeOf(key);
      await access(place);
      return createReadStream(place);
    },
    remove: (key) => rm(placeOf(key), { force: true }),
  };
}
