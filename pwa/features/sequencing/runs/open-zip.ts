import { BlobReader, configure, type Entry, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js';
import { AppError } from '#db/errors/app-error.ts';
import { type FolderFile, isReadable } from '#db/sequencing/runs/read-run-folder.ts';

// The zip is read in a worker already.
configure({ useWebWorkers: false });

// Tools write UTF-8 whether they say so or not.
const decodeText = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

const MAX_ENTRIES = 200_000;
/** Text of a run compresses to a tenth; more than this is made to fill memory or time. */
const MAX_RATIO = 250;
const MIN_BOUNDED_BYTES = 64 * 1024 * 1024;

const damaged = (path: string): AppError =>
  new AppError('VALIDATION', `${path} in the zip is damaged. Copy the run folder again.`);

type FileEntry = Extract<Entry, { directory: false }>;

/** Stream an entry; it ends with an error when its content is longer than the zip says, or does not have its checksum. */
function openEntry(entry: FileEntry): ReadableStream<Uint8Array> {
  let remaining = entry.uncompressedSize;
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      remaining -= chunk.length;
      if (remaining < 0) throw damaged(entry.filename);
      controller.enqueue(chunk);
    },
  });
  const writer = writable.getWriter();
  const target = new WritableStream<Uint8Array>({ write: (chunk) => writer.write(chunk) });
  entry
    .getData(target, { checkSignature: true, checkOverlappingEntry: true })
    .then(() => writer.close())
    .catch(() => writer.abort(damaged(entry.filename)).catch(() => undefined));
  return readable;
}

const isBomb = ({ uncompressedSize, compressedSize }: FileEntry): boolean =>
  uncompressedSize > MIN_BOUNDED_BYTES && uncompressedSize > compressedSize * MAX_RATIO;

/**
 * List the files of a zip by its directory, without reading their content; folders in it may be nested.
 *
 * @throws AppError VALIDATION when it is no zip, is encrypted, or would expand without bounds.
 */
export async function openZip(name: string, content: Blob): Promise<FolderFile[]> {
  const folder = name.replace(/\.zip$/i, '');
  const files: FolderFile[] = [];
  const refuse = (problem: string): AppError => new AppError('VALIDATION', `${name} ${problem}`);
  try {
    for await (const entry of new ZipReader(new BlobReader(content)).getEntriesGenerator({ decodeText })) {
      if (entry.directory) continue;
      if (files.length >= MAX_ENTRIES) throw refuse(`has more than ${MAX_ENTRIES} files.`);
      const path = `${folder}/${entry.filename.replaceAll('\\', '/')}`;
      const file = { path, size: entry.uncompressedSize, open: () => openEntry(entry) };
      files.push(file);
      if (!isReadable(file)) continue;
      if (entry.encrypted) throw refuse('is encrypted. Unpack it and drop the folder.');
      if (isBomb(entry)) throw refuse(`has a file that is too large unpacked: ${entry.filename}.`);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw refuse('is not a complete zip. Copy it again.');
  }
  return files;
}
