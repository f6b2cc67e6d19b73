import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { readRunFile } from '#db/sequencing/files/read-run-file.ts';
import type { Figure } from './figure.ts';

const HEADER = [
  'filename_fastq',
  'filename_pod5',
  'parent_read_id',
  'read_id',
  'run_id',
  'channel',
  'mux',
  'start_time',
  'duration',
  'passes_filtering',
  'sequence_length_template',
  'mean_qscore_template',
  'pore_type',
  'experiment_id',
  'sample_id',
  'end_reason',
  'alias',
  'type',
  'barcode_arrangement',
  'barcode_kit',
  'barcode_score',
];
const BLOCK_ROWS = 20_000;
const CHUNK_BYTES = 65_536;
/** Gigabytes of the file; 20 is the size of the largest runs. */
const GIGABYTES = Number(process.env['SUMMARY_GB'] ?? 2);
const READ_ID = '0b2f6c6e-25c4-4e0f-9c35-7a8f7b1f24d1';

/** One line of a sequencing summary as a PromethION writes it, with 24 barcodes. */
function lineOf(n: number): string {
  const barcode = `barcode${String(1 + (n % 24)).padStart(2, '0')}`;
  return [
    `PAO99309_pass_${barcode}_94e07fab_c3641428_${n % 400}.fastq.gz`,
    `PAO99309_94e07fab_c3641428_${n % 400}.pod5`,
    READ_ID,
    READ_ID,
    'c3641428f1d0aa8d8b1c2f7e9d4f5a6b7c8d9e0f',
    n % 3000,
    n % 4,
    (n * 3.7).toFixed(6),
    (3.35 + (n % 9)).toFixed(6),
    n % 7 === 0 ? 'FALSE' : 'TRUE',
    500 + ((n * 7919) % 40_000),
    (6 + (n % 130) / 10).toFixed(6),
    'not_set',
    'W26325-S01',
    'W26325-S01',
    'signal_positive',
    `W26325-0007-${String(1 + (n % 24)).padStart(2, '0')}`,
    'test_sample',
    barcode,
    'SQK-NBD114-24',
    '87.864400',
  ].join('\t');
}

function* chunksOf(block: Uint8Array, repeats: number): Generator<Uint8Array> {
  yield new TextEncoder().encode(`${HEADER.join('\t')}\n`);
  for (let n = 0; n < repeats; n += 1)
    for (let at = 0; at < block.length; at += CHUNK_BYTES) yield block.subarray(at, at + CHUNK_BYTES);
}

const streamOf = (chunks: Iterator<Uint8Array>): ReadableStream<Uint8Array> =>
  new ReadableStream<Uint8Array>({
    pull(controller) {
      const { done, value } = chunks.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
  });

/** Count lines as Node reads them, and do nothing else. */
async function countLines(chunks: Iterable<Uint8Array>): Promise<number> {
  const lines = createInterface({ input: Readable.from(chunks, { objectMode: false }), crlfDelay: Infinity });
  let count = 0;
  lines.on('line', () => {
    count += 1;
  });
  await new Promise((resolve) => lines.once('close', resolve));
  return count;
}

const megabytesPerSecond = (bytes: number, milliseconds: number): number =>
  bytes / 1e6 / (milliseconds / 1000);

/** Read the summary without its progress, with each byte looked at; returns megabytes per second. */
async function readEachByte(chunks: Iterator<Uint8Array>, bytes: number): Promise<number> {
  const start = performance.now();
  await readRunFile('sequencing_summary.txt', streamOf(chunks), { scansQuads: false });
  return megabytesPerSecond(bytes, performance.now() - start);
}

/** A sequencing summary of many gigabytes, read to its figures, beside counting its lines. */
export const runSummary: Figure = {
  id: 'run-summary',
  async run() {
    const block = new TextEncoder().encode(
      `${Array.from({ length: BLOCK_ROWS }, (_, n) => lineOf(n)).join('\n')}\n`,
    );
    const repeats = Math.max(1, Math.round((GIGABYTES * 1e9) / block.length));
    const bytes = block.length * repeats;
    const counting = performance.now();
    const lineCount = await countLines(chunksOf(block, repeats));
    const floor = megabytesPerSecond(bytes, performance.now() - counting);
    const reading = performance.now();
    let peak = 0;
    const before = process.memoryUsage().rss;
    const file = await readRunFile('sequencing_summary.txt', streamOf(chunksOf(block, repeats)), {
      onProgress: (read) => {
        if (read % (CHUNK_BYTES * 64) < CHUNK_BYTES) peak = Math.max(peak, process.memoryUsage.rss());
      },
    });
    const speed = megabytesPerSecond(bytes, performance.now() - reading);
    if (file?.kind !== 'sequencing-summary') throw new Error('The summary was not recognized.');
    const { readsPass, readsFail } = file.content.total.yield;
    if (readsPass + readsFail !== lineCount - 1) throw new Error('Reads are missing.');
    const singleSpeed = await readEachByte(chunksOf(block, repeats), bytes);
    const growth = Math.max(0, peak - before) / 1e6;
    return [
      {
        what: `sequencing summary of ${(bytes / 1e9).toFixed(0)} GB, read to its figures`,
        measured: `${Math.round(speed)} MB/s`,
        floor: `${Math.round(floor)} MB/s (its lines counted)`,
        ratio: speed / floor,
        target: '≥ 0.6',
        pass: speed / floor >= 0.6,
        note: `memory grew by ${Math.round(growth)} MB; SUMMARY_GB=20 reads twenty`,
      },
      {
        what: 'the same with each byte looked at, not four at once',
        measured: `${Math.round(singleSpeed)} MB/s`,
        floor: `${Math.round(floor)} MB/s (its lines counted)`,
        ratio: singleSpeed / floor,
        target: 'comparison',
        pass: true,
        note: `four at once are ${(speed / singleSpeed).toFixed(2)} times as fast`,
      },
      {
        what: 'memory while a sequencing summary is read',
        measured: `${Math.round(growth)} MB`,
        floor: null,
        ratio: null,
        target: '≤ 100 MB at any size',
        pass: growth <= 100,
      },
    ];
  },
};
