import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { AppError } from '#db/errors/app-error.ts';
import { readRunFile } from '#db/sequencing/files/read-run-file.ts';
import { mergeRunFiles, type NamedRunFile } from '#db/sequencing/runs/merge-run-files.ts';
import type { ReadingMessage, RunFileChoice } from './read-run-files.ts';

const post = (message: ReadingMessage): void => self.postMessage(message);

/** Compute the hash of a stream while somebody else reads it. */
function hashing(stream: ReadableStream<Uint8Array>): {
  stream: ReadableStream<Uint8Array>;
  digest(): string;
} {
  const hash = sha256.create();
  const passing = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      hash.update(chunk);
      controller.enqueue(chunk);
    },
  });
  return { stream: stream.pipeThrough(passing), digest: () => bytesToHex(hash.digest()) };
}

async function readAll(choices: readonly RunFileChoice[]): Promise<void> {
  const total = choices.reduce((sum, { file }) => sum + file.size, 0);
  const files: NamedRunFile[] = [];
  const problems: { path: string; reason: string }[] = [];
  let done = 0;
  for (const { path, file } of choices) {
    const { stream, digest } = hashing(file.stream());
    try {
      const runFile = await readRunFile(file.name, stream, {
        onProgress: (bytes) => post({ kind: 'progress', path, done: done + bytes, total }),
      });
      if (runFile) files.push({ path, sha256: digest(), file: runFile });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      problems.push({ path, reason: error.message });
    }
    done += file.size;
  }
  post({ kind: 'done', proposals: mergeRunFiles(files), problems });
}

self.addEventListener('message', (event: MessageEvent<readonly RunFileChoice[]>) => {
  readAll(event.data).catch(() =>
    post({ kind: 'failed', message: 'A file could not be read. Choose the files again.' }),
  );
});
