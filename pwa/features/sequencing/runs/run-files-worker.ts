import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { AppError } from '#db/errors/app-error.ts';
import { type FolderFile, readRunFolder, type StreamHash } from '#db/sequencing/runs/read-run-folder.ts';
import { openZip } from './open-zip.ts';
import { isZip, type ReadingMessage, type ReadingRequest, type RunFileChoice } from './read-run-files.ts';

const post = (message: ReadingMessage): void => self.postMessage(message);

function createHash(): StreamHash {
  const hash = sha256.create();
  return { update: (chunk) => hash.update(chunk), digest: () => bytesToHex(hash.digest()) };
}

/** List the chosen files, and for each zip the files in it. */
async function filesOf(
  choices: readonly RunFileChoice[],
): Promise<{ files: FolderFile[]; problems: { path: string; reason: string }[] }> {
  const files: FolderFile[] = [];
  const problems: { path: string; reason: string }[] = [];
  for (const { path, file } of choices) {
    if (!isZip(file)) {
      files.push({ path, size: file.size, open: () => file.stream() });
      continue;
    }
    try {
      files.push(...(await openZip(path, file)));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      problems.push({ path, reason: error.message });
    }
  }
  return { files, problems };
}

async function readAll({ choices, hashesAll }: ReadingRequest): Promise<void> {
  const { files, problems } = await filesOf(choices);
  const read = await readRunFolder(files, {
    createHash,
    hashesAll,
    onProgress: (path, done, total) => post({ kind: 'progress', path, done, total }),
  });
  post({ kind: 'done', proposals: read.proposals, problems: [...problems, ...read.problems] });
}

self.addEventListener('message', (event: MessageEvent<ReadingRequest>) => {
  readAll(event.data).catch(() =>
    post({ kind: 'failed', message: 'A file could not be read. Choose the files again.' }),
  );
});
