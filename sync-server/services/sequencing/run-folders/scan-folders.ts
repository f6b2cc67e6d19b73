import { createHash } from 'node:crypto';
import { constants as fsConstants, type Stats } from 'node:fs';
import { lstat, open, opendir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { type FolderFile, isReadable } from '#db/sequencing/runs/read-run-folder.ts';

/** A root, an experiment, a sample and a run; one more for labs that sort by month. */
const MAX_DEPTH = 5;
/** The levels of folders in a run: by kind of file and by barcode. */
const MAX_RUN_DEPTH = 4;
const MAX_FOLDERS = 20_000;
const MAX_FILES = 500_000;
const FINAL_SUMMARY = /^final_summary.*\.txt$/i;

/** A file of a run folder as it is on the disk. */
interface DiskFile {
  /** The path below the run folder, with slashes. */
  path: string;
  absolutePath: string;
  size: number;
  changedAt: number;
}

interface FolderEntry {
  name: string;
  absolutePath: string;
  isFolder: boolean;
}

/** List a folder without symbolic links, which could lead out of it; a folder that is gone or closed is empty. */
async function* listFolder(folder: string): AsyncGenerator<FolderEntry> {
  try {
    for await (const entry of await opendir(folder))
      if (entry.isDirectory() || entry.isFile())
        yield {
          name: entry.name,
          absolutePath: path.join(folder, entry.name),
          isFolder: entry.isDirectory(),
        };
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR', 'EACCES'].includes(String(error.code));

// MinKNOW names a folder date_time_position_flow-cell_run.
const RUN_NAME = /^\d{8}_\d{4}_[^_]+_([A-Z0-9]+)_[0-9a-f]{8}$/;

/** Return the flow cell of a folder that has the name of a run; null for other names. */
export const flowCellOfFolder = (folder: string): string | null =>
  RUN_NAME.exec(path.basename(folder))?.[1] ?? null;

/** A folder of one run; it is complete when the instrument has written its final summary. */
interface RunPath {
  path: string;
  isComplete: boolean;
}

/** Find the folders below a root that hold a final summary or have the name of a run; none is in another one. */
export async function findRunFolders(root: string): Promise<RunPath[]> {
  const runFolders: RunPath[] = [];
  let folderCount = 0;
  const visit = async (folder: string, depth: number): Promise<void> => {
    folderCount += 1;
    if (folderCount > MAX_FOLDERS) return;
    const children: string[] = [];
    let isComplete = false;
    for await (const { name, absolutePath, isFolder } of listFolder(folder)) {
      if (isFolder) children.push(absolutePath);
      else if (FINAL_SUMMARY.test(name)) isComplete = true;
    }
    if (isComplete || flowCellOfFolder(folder) !== null) runFolders.push({ path: folder, isComplete });
    else if (depth < MAX_DEPTH) for (const child of children.sort()) await visit(child, depth + 1);
  };
  await visit(root, 0);
  return runFolders;
}

/** List the files of a run folder; with `onlyReadable` without folders of reads and signals, which are large. */
export async function listRunFiles(folder: string, onlyReadable: boolean): Promise<DiskFile[]> {
  const files: DiskFile[] = [];
  const visit = async (current: string, depth: number): Promise<void> => {
    for await (const { absolutePath, isFolder } of listFolder(current)) {
      const below = path.relative(folder, absolutePath).split(path.sep).join('/');
      if (onlyReadable && !isReadable({ path: isFolder ? `${below}/x.txt` : below, size: 1 })) continue;
      if (isFolder) {
        if (depth < MAX_RUN_DEPTH) await visit(absolutePath, depth + 1);
        continue;
      }
      if (files.length >= MAX_FILES) return;
      const stats = await statFile(absolutePath);
      if (stats?.isFile())
        files.push({ path: below, absolutePath, size: stats.size, changedAt: stats.mtimeMs });
    }
  };
  await visit(folder, 0);
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function statFile(file: string): Promise<Stats | null> {
  try {
    return await lstat(file);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Compute what changes when a file of a folder is written, added or removed. */
export function fingerprintOf(files: readonly DiskFile[]): string {
  const hash = createHash('sha256');
  for (const { path: name, size, changedAt } of files) hash.update(`${name}\0${size}\0${changedAt}\n`);
  return hash.digest('hex');
}

/** Return the last change of a file of a folder, in milliseconds. */
export const lastChangeOf = (files: readonly DiskFile[]): number =>
  files.reduce((latest, { changedAt }) => Math.max(latest, changedAt), 0);

const PART_BYTES = 256 * 1024;

/** Read a file part by part; a link that took the place of a file is not followed. */
async function* readParts(file: string): AsyncGenerator<Uint8Array> {
  const handle = await open(file, fsConstants.O_RDONLY | fsConstants.O_NOFOLLOW);
  try {
    yield* handle.createReadStream({ highWaterMark: PART_BYTES, autoClose: false });
  } finally {
    await handle.close();
  }
}

/** Make the files of a run folder readable; each is opened when it is read. */
export const toFolderFiles = (files: readonly DiskFile[]): FolderFile[] =>
  files.map(({ path: name, absolutePath, size }) => ({
    path: name,
    size,
    open: () => Readable.toWeb(Readable.from(readParts(absolutePath))),
  }));

/**
 * Resolve a folder that a person names, absolute or below a root; null when it is not in one of the roots, also
 * by a link that leads out of it.
 */
export async function resolveRunFolder(roots: readonly string[], name: string): Promise<string | null> {
  for (const root of roots) {
    try {
      const realRoot = await realpath(root);
      const folder = await realpath(path.resolve(realRoot, name));
      if (folder.startsWith(`${realRoot}${path.sep}`) && (await lstat(folder)).isDirectory()) return folder;
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  return null;
}
