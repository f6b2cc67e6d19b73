import type { RunProposals } from '#db/sequencing/runs/merge-run-files.ts';

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

// A run folder has thousands of files with reads and signals, which are not read here.
const READABLE = /\.(txt|csv|tsv|json|md)(\.gz)?$/i;
const NOT_READABLE = /(^|\/)(fastq|fast5|bam|pod5)_[a-z]+\//;

/** Leave out the files of a run folder that hold reads and signals. */
export const selectRunFiles = (choices: readonly RunFileChoice[]): RunFileChoice[] =>
  choices.filter(({ path, file }) => file.size > 0 && READABLE.test(file.name) && !NOT_READABLE.test(path));

const startWorker = (): Worker =>
  new Worker(new URL('./run-files-worker.ts', import.meta.url), { type: 'module', name: 'run-files' });

/** Read files in a worker, so that gigabytes do not stop the page; returns a function that cancels. */
export function readRunFiles(
  choices: readonly RunFileChoice[],
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
  worker.postMessage(choices);
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
    if (READABLE.test(entry.name)) choices.push({ path, file: await entryFile(entry) });
    return;
  }
  if (isFolder(entry) && !NOT_READABLE.test(`${path}/`))
    for await (const child of entriesOf(entry)) await collectFiles(child, choices);
}

/** List the files of what was dropped, with everything below its folders. */
export async function choicesOfDrop(items: Iterable<DataTransferItem>): Promise<RunFileChoice[]> {
  // The items are gone after the first wait.
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const choices: RunFileChoice[] = [];
  for (const entry of entries) await collectFiles(entry, choices);
  return choices;
}
