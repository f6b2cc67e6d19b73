import { AppError } from '#db/errors/app-error.ts';
import { readRunFile } from '../files/read-run-file.ts';
import { checkHashes } from './hash-check.ts';
import { mergeRunFiles, type NamedRunFile, type RunProposals } from './merge-run-files.ts';

/** A file of a run folder, of a zip or of a selection, with its path in it. */
export interface FolderFile {
  path: string;
  /** Its size as it is stored, in bytes. */
  size: number;
  open(): ReadableStream<Uint8Array>;
}

/** A SHA-256 that is computed part by part. */
export interface StreamHash {
  update(chunk: Uint8Array): unknown;
  digest(): string;
}

/** How a run folder is read. */
interface FolderOptions {
  createHash(): StreamHash;
  /** Compute the hashes of files with reads and signals too, which may be terabytes. */
  hashesAll: boolean;
  onProgress?(path: string, done: number, total: number): void;
  signal?: AbortSignal;
}

/** The runs of a folder, and the files of it that could not be read. */
export interface ReadFolder {
  proposals: RunProposals;
  problems: { path: string; reason: string }[];
}

// A run folder has thousands of files with reads and signals, which are not read here.
const READABLE = /\.(txt|csv|tsv|json|md)(\.gz)?$/i;
const NOT_READABLE = /(^|\/)(fastq|fast5|bam|pod5)_[a-z]+\//;

/** Check whether a file of a run folder says something about the run, and holds no reads or signals. */
export const isReadable = ({ path, size }: Pick<FolderFile, 'path' | 'size'>): boolean =>
  size > 0 && READABLE.test(path) && !NOT_READABLE.test(path);

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** Compute the hash of a stream while another reader reads it. */
function hashing(stream: ReadableStream<Uint8Array>, hash: StreamHash): ReadableStream<Uint8Array> {
  return stream.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        hash.update(chunk);
        controller.enqueue(chunk);
      },
    }),
  );
}

async function hashOf(
  file: FolderFile,
  hash: StreamHash,
  onBytes: (bytes: number) => void,
  signal: AbortSignal | undefined,
): Promise<string> {
  let bytes = 0;
  for await (const chunk of file.open()) {
    signal?.throwIfAborted();
    hash.update(chunk);
    bytes += chunk.length;
    onBytes(bytes);
  }
  return hash.digest();
}

/**
 * Read the files of a folder that describe its runs, and compare listed files with their hashes; every file is
 * streamed, so the memory does not grow with it.
 */
export async function readRunFolder(
  files: readonly FolderFile[],
  { createHash, hashesAll, onProgress, signal }: FolderOptions,
): Promise<ReadFolder> {
  const readable = files.filter(isReadable);
  const total = readable.reduce((sum, { size }) => sum + size, 0);
  const runFiles: NamedRunFile[] = [];
  const problems: ReadFolder['problems'] = [];
  const hashes = new Map<string, string>();
  let done = 0;
  for (const file of readable) {
    const hash = createHash();
    try {
      const runFile = await readRunFile(nameOf(file.path), hashing(file.open(), hash), {
        onProgress: (bytes) => onProgress?.(file.path, done + bytes, total),
        ...(signal ? { signal } : {}),
      });
      if (runFile) {
        const sha256 = hash.digest();
        hashes.set(file.path, sha256);
        runFiles.push({ path: file.path, sha256, file: runFile });
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      problems.push({ path: file.path, reason: error.message });
    }
    done += file.size;
  }
  const byPath = new Map(files.map((file) => [file.path, file]));
  for (const one of runFiles) {
    if (one.file.kind !== 'output-hash') continue;
    one.hashCheck = await checkHashes(one.file.content, async (path) => {
      const file = byPath.get(`${folderOf(one.path)}${path}`);
      if (!file) return { kind: 'missing' };
      const known = hashes.get(file.path);
      if (known !== undefined) return { kind: 'hash', sha256: known };
      if (!hashesAll && !isReadable(file)) return { kind: 'unread' };
      const report = (bytes: number): void => onProgress?.(file.path, bytes, file.size);
      return { kind: 'hash', sha256: await hashOf(file, createHash(), report, signal) };
    });
  }
  return { proposals: mergeRunFiles(runFiles), problems };
}
