import { AppError } from '#db/errors/app-error.ts';
import { decodeText, hasControlCharacters } from '#db/values/decode-text.ts';
import { BarcodeSummaryReader } from './barcode-summary.ts';
import { type FinalSummary, parseFinalSummary } from './final-summary.ts';
import { type MarkdownReport, parseMarkdownReport } from './markdown-report.ts';
import type { YieldPoint } from './run-figures.ts';
import { type RunFileKind, recognizeRunFile, runFileError } from './run-file.ts';
import { parseRunReport, type RunReport } from './run-report.ts';
import {
  type OutputFile,
  type PoreActivity,
  parseOutputHashes,
  parsePoreActivity,
  parseThroughput,
} from './run-tables.ts';
import { parseSampleSheet, type SampleSheet } from './sample-sheet.ts';
import { type SequencingSummary, SequencingSummaryReader } from './sequencing-summary.ts';
import type { ScanOptions } from './table-scanner.ts';

/** A file of a run folder after it was read; the kind decides what it says. */
export type RunFile =
  | { kind: 'final-summary'; content: FinalSummary }
  | { kind: 'report'; content: RunReport }
  | { kind: 'markdown-report'; content: MarkdownReport }
  | { kind: 'sequencing-summary'; content: SequencingSummary }
  | { kind: 'barcode-summary'; content: { barcode: string; reads: number }[] }
  | { kind: 'throughput'; content: YieldPoint[] }
  | { kind: 'pore-activity'; content: PoreActivity[] }
  | { kind: 'sample-sheet'; content: SampleSheet }
  | { kind: 'output-hash'; content: OutputFile[] };

/** Options of reading a file that may be many gigabytes long. */
export interface ReadOptions extends ScanOptions {
  /** Called with the bytes that were read so far, as they are stored. */
  onProgress?: (bytes: number) => void;
  /** Ends the reading; `readRunFile` then rejects with the reason of the signal. */
  signal?: AbortSignal;
}

/** A report has some megabytes; a larger file of a kind that is read as a whole is refused. */
const MAX_WHOLE_BYTES = 64 * 1024 * 1024;
const START_BYTES = 65_536;

type Chunks = AsyncIterable<Uint8Array>;

/**
 * Read a file of a run folder, plain or gzipped, of any size: summaries are read part by part in constant memory.
 * Null means that the file is none of the kinds that are read.
 *
 * @param name the name without its folder.
 * @throws AppError VALIDATION with what is wrong with the file and where.
 */
export async function readRunFile(
  name: string,
  stream: ReadableStream<Uint8Array>,
  options: ReadOptions = {},
): Promise<RunFile | null> {
  const source = countBytes(stream, options);
  try {
    const start = await startOf(decompressed(source));
    const kind = recognizeRunFile(name, start.bytes);
    if (kind === null) return null;
    if (kind === 'sequencing-summary')
      return { kind, content: await readAll(new SequencingSummaryReader(options), start) };
    if (kind === 'barcode-summary')
      return { kind, content: await readAll(new BarcodeSummaryReader(options), start) };
    return parseWhole(kind, await wholeText(kind, start));
  } finally {
    // A file that is not read to its end is closed.
    await source.return(undefined);
  }
}

/** Read the chunks of a stream; a file that cannot be decompressed to its end is cut off. */
async function* countBytes(
  stream: ReadableStream<Uint8Array>,
  options: ReadOptions,
): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  let bytes = 0;
  try {
    for (;;) {
      options.signal?.throwIfAborted();
      const { done, value } = await reader.read();
      if (done) return;
      bytes += value.length;
      options.onProgress?.(bytes);
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

async function* decompressed(chunks: Chunks): Chunks {
  const iterator = chunks[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done === true) return;
  const rest: Chunks = { [Symbol.asyncIterator]: () => iterator };
  if (!isGzip(first.value)) {
    yield first.value;
    yield* rest;
    return;
  }
  const source = new ReadableStream<BufferSource>({
    start: (controller) => controller.enqueue(new Uint8Array(first.value)),
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done === true) controller.close();
      else controller.enqueue(new Uint8Array(value));
    },
    async cancel() {
      await iterator.return?.();
    },
  });
  try {
    yield* source.pipeThrough(new DecompressionStream('gzip'));
  } catch (error) {
    if (error instanceof AppError || isAbort(error)) throw error;
    throw new AppError('VALIDATION', 'The compressed file is damaged or cut off. Copy the file again.');
  }
}

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

/** The first bytes of a file, and the whole file behind them. */
interface FileStart {
  bytes: Uint8Array;
  all: Chunks;
}

async function startOf(chunks: Chunks): Promise<FileStart> {
  const iterator = chunks[Symbol.asyncIterator]();
  const parts: Uint8Array[] = [];
  let length = 0;
  while (length < START_BYTES) {
    const { done, value } = await iterator.next();
    if (done === true) break;
    parts.push(value);
    length += value.length;
  }
  async function* all(): Chunks {
    yield* parts;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return { bytes: joinParts(parts, length), all: all() };
}

function joinParts(parts: readonly Uint8Array[], length: number): Uint8Array {
  const joined = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

async function readAll<Content>(
  reader: { push(chunk: Uint8Array): void; end(): Content },
  { all }: FileStart,
): Promise<Content> {
  for await (const chunk of all) reader.push(chunk);
  return reader.end();
}

async function wholeText(kind: RunFileKind, { all }: FileStart): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of all) {
    length += chunk.length;
    if (length > MAX_WHOLE_BYTES) throw runFileError(kind, 'it is larger than 64 MB.');
    parts.push(chunk);
  }
  const { text } = decodeText(joinParts(parts, length));
  if (hasControlCharacters(text)) throw runFileError(kind, 'it is not a text file.');
  return text;
}

type WholeKind = Exclude<RunFileKind, 'sequencing-summary' | 'barcode-summary'>;

function parseWhole(kind: WholeKind, text: string): RunFile {
  switch (kind) {
    case 'final-summary':
      return { kind, content: parseFinalSummary(text) };
    case 'report':
      return { kind, content: parseRunReport(text) };
    case 'markdown-report':
      return { kind, content: parseMarkdownReport(text) };
    case 'throughput':
      return { kind, content: parseThroughput(text) };
    case 'pore-activity':
      return { kind, content: parsePoreActivity(text) };
    case 'sample-sheet':
      return { kind, content: parseSampleSheet(text) };
    case 'output-hash':
      return { kind, content: parseOutputHashes(text) };
  }
}
