import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, link, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from '#db/errors/app-error.ts';

/** What the store needs of a file to create its URL. */
interface FileAddress {
  id: string;
  key: string;
  /** The only person who can use the URL. */
  userId: string;
}

/** A store of file bytes. URLs are valid for a few minutes, for one person and one file. */
export interface FileStore {
  /** Create a URL that accepts the file by one PUT. */
  putUrl(file: FileAddress, now: Date): string;
  /** Create a URL that returns the file. */
  getUrl(file: FileAddress, now: Date): string;
  /**
   * Move a file from a path on the server's disk into the store; false if the key exists already, whose
   * content then stays as it is.
   */
  keep(key: string, place: string, type: string): Promise<boolean>;
  write(key: string, bytes: Buffer): Promise<void>;
  /** Read the bytes, or a range of them; both ends are inclusive. */
  read(key: string, piece?: { start: number; end: number }): Promise<Readable>;
  /**
   * Create an external URL that returns the file under its name for a minute; null if this server serves it.
   */
  directUrl(key: string, title: string): Promise<string | null>;
  remove(key: string): Promise<void>;
}

/** The signed content: this method on this file by this person until this time. */
interface SignedRequest {
  method: 'PUT' | 'GET';
  fileId: string;
  userId: string;
  expires: number;
}

/** Sign the content of a URL. */
const signRequest = (secret: string, { method, fileId, userId, expires }: SignedRequest): string =>
  createHmac('sha256', `files|${secret}`).update([method, fileId, userId, expires].join('\n')).digest('hex');

/** Verify a signature and its expiry. */
export function isSigned(secret: string, method: SignedRequest, signature: string, now: Date): boolean {
  const expected = Buffer.from(signRequest(secret, method));
  const received = Buffer.from(signature);
  const fits = expected.length === received.length && timingSafeEqual(expected, received);
  return fits && now.getTime() <= method.expires;
}

const PUT_MS = 5 * 60_000;
const GET_MS = 15 * 60_000;

/**
 * Signed file URLs of this server, used with every store, so that bytes are checked here before they are
 * stored.
 */
export function localAddresses(secret: string): Pick<FileStore, 'putUrl' | 'getUrl'> {
  const address = (signedRequest: SignedRequest): string => {
    const query = new URLSearchParams({
      expires: String(signedRequest.expires),
      signature: signRequest(secret, signedRequest),
    });
    return `/api/s3/files/${signedRequest.fileId}?${query}`;
  };
  return {
    putUrl: ({ id, userId }, now) =>
      address({ method: 'PUT', fileId: id, userId, expires: now.getTime() + PUT_MS }),
    getUrl: ({ id, userId }, now) =>
      address({ method: 'GET', fileId: id, userId, expires: now.getTime() + GET_MS }),
  };
}

const KEY = /^[a-z-]{1,40}\/[0-9A-Za-z_-]{1,64}$/;

/** Store files on the server's own disk, under the data folder; their URLs are the server's own, signed. */
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
