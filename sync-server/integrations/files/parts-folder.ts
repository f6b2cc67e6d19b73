import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Env } from '#sync-server/config/env.ts';

/** A part that has arrived, counted from 0. */
interface ArrivedPart {
  part: number;
  sha256: string;
}

const FILE_ID = /^[0-9A-Za-z_-]{1,64}$/;
const PART = /^(\d{1,6})\.([0-9a-f]{64})$/;

const missing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/**
 * The parts of unfinished uploads on the server's disk: one file each, named for its number and digest,
 * written to a temporary name and moved into place. Parts survive a restart of server, page and network.
 */
class PartsFolder {
  readonly #folder: string;
  constructor(folder: string) {
    this.#folder = folder;
  }

  #of(fileId: string): string {
    if (!FILE_ID.test(fileId)) throw new Error('A file id is not of the expected form.');
    return path.join(this.#folder, fileId);
  }

  /** List the parts that have arrived, in order. */
  async arrived(fileId: string): Promise<ArrivedPart[]> {
    const names = await readdir(this.#of(fileId)).catch((error: unknown) => {
      if (missing(error)) return [];
      throw error;
    });
    return names
      .flatMap((name) => {
        const [, part, sha256] = PART.exec(name) ?? [];
        return part && sha256 ? [{ part: Number(part), sha256 }] : [];
      })
      .sort((one, other) => one.part - other.part);
  }

  /** Store one part; repeating it changes nothing. */
  async keep(fileId: string, part: number, bytes: Buffer): Promise<void> {
    const folder = this.#of(fileId);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const temporaryPath = path.join(folder, `${randomBytes(6).toString('hex')}.coming`);
    await writeFile(temporaryPath, bytes, { mode: 0o600, flush: true });
    await rename(temporaryPath, path.join(folder, `${part}.${sha256}`));
  }

  /** Join the parts at a path; returns digest and length of the whole. */
  async join(
    fileId: string,
    parts: readonly ArrivedPart[],
    place: string,
  ): Promise<{ sha256: string; size: number }> {
    const folder = this.#of(fileId);
    const digest = createHash('sha256');
    let size = 0;
    async function* all(): AsyncGenerator<Buffer> {
      for (const { part, sha256 } of parts) {
        const own = createHash('sha256');
        for await (const piece of createReadStream(path.join(folder, `${part}.${sha256}`))) {
          const bytes = Buffer.isBuffer(piece) ? piece : Buffer.from(String(piece));
          own.update(bytes);
          digest.update(bytes);
          size += bytes.length;
          yield bytes;
        }
        if (own.digest('hex') !== sha256) throw new Error(`Part ${part} of a file is not as it arrived.`);
      }
    }
    await pipeline(all, createWriteStream(place, { flags: 'wx', mode: 0o600, flush: true }));
    return { sha256: digest.digest('hex'), size };
  }

  /** Delete the parts of a file. */
  forget(fileId: string): Promise<void> {
    return rm(this.#of(fileId), { recursive: true, force: true });
  }

  /** List the unfinished files, with the time of their newest part. */
  async waiting(): Promise<{ fileId: string; since: Date }[]> {
    const names = await readdir(this.#folder).catch((error: unknown) => {
      if (missing(error)) return [];
      throw error;
    });
    const unfinished: { fileId: string; since: Date }[] = [];
    for (const fileId of names.filter((name) => FILE_ID.test(name))) {
      const stats = await stat(path.join(this.#folder, fileId)).catch(() => null);
      if (stats) unfinished.push({ fileId, since: stats.mtime });
    }
    return unfinished;
  }
}

/** Return the folder of incomplete uploads: on this server's disk, whatever the store. */
export const partsOfUploads = ({ DATA_DIR }: Pick<Env, 'DATA_DIR'>): PartsFolder =>
  new PartsFolder(path.join(DATA_DIR, 'files', 'parts'));
