import type { RunProposals } from '#db/sequencing/runs/merge-run-files.ts';
import { isReadable } from '#db/sequencing/runs/read-run-folder.ts';

/** A chosen file with its path in the folder. */
export interface RunFileChoice {
  path: string;
  file: File;
}

/** What the worker reports. */
export type ReadingMessage =
  | { kind: 'progress'; path: string; done: number; total: number }
  | { kind: 'done'; proposals: RunProposals; problems: readonly { path: string; reason: string }[] }
  | { kind: 'failed'; message: string };

/** What the worker is asked to read. */
export interface ReadingRequest {
  choices: readonly RunFileChoice[];
  /** Compute the hashes of reads and signals too. */
  hashesAll: boolean;
}

/** Check whether a chosen file is a zip, which may hold a run folder. */
export const isZip = ({ name }: Pick<File, 'name'>): boolean => /\.zip$/i.test(name);

/** Check whether a file may hold a run: one that is read, or a zip. */
export const mayHoldRun = ({ path, file }: RunFileChoice): boolean =>
  isZip(file) || isReadable({ path, size: file.size });

const startWorker = (): Worker =>
  new Worker(new URL('./run-files-worker.ts', import.meta.url), { type: 'module', name: 'run-files' });

/** Read files in a worker, so that gigabytes do not stop the page; returns a function that cancels. */
export function readRunFiles(
  request: ReadingRequest,
  onMessage: (message: ReadingMessage) => void,
  worker: Worker = startWorker(),
): () => void {
  worker.addEventListener('message', (event: MessageEvent<ReadingMessage>) => {
    if (event.data.kind !== 'progress') worker.terminate();
    onMessage(event.data);
  });
  worker.addEventListener('error', () => {
    worker.terminate();
    onMessage({ kind: 'failed', message: 'The files could not be read. Reload the page and try again.' });
  });
  worker.postMessage(request);
  return () => worker.terminate();
}

/** List the files of a selection; a folder gives each file its path in it. */
export const choicesOf = (files: Iterable<File>): RunFileChoice[] =>
  [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));

const entryFile = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

async function* entriesOf(folder: FileSystemDirectoryEntry): AsyncGenerator<FileSystemEntry> {
  const reader = folder.createReader();
  for (;;) {
    // A browser answers a part at a time; an empty part is the end.
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (part.length === 0) return;
    yield* part;
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

async function collectFiles(entry: FileSystemEntry, choices: RunFileChoice[]): Promise<void> {
  const path = entry.fullPath.replace(/^\//, '');
  if (isFile(entry)) {
    choices.push({ path, file: await entryFile(entry) });
    return;
  }
  if (isFolder(entry)) for await (const child of entriesOf(entry)) await collectFiles(child, choices);
}

/** List the files of what was dropped, with everything below its folders. */
export async function choicesOfDrop(items: Iterable<DataTransferItem>): Promise<RunFileChoice[]> {
  // The items are gone after the first wait.
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const choices: RunFileChoice[] = [];
  for (const entry of entries) await collectFiles(entry, choices);
  return choices;
}
