import { expect, test } from 'vitest';
import { readRunFile } from './read-run-file.ts';
import { type SequencingSummary, SequencingSummaryReader } from './sequencing-summary.ts';
import type { ScanOptions } from './table-scanner.ts';

const HEADER =
  'read_id\trun_id\tmean_qscore_template\tpasses_filtering\tsequence_length_template\tstart_time\talias\tbarcode_arrangement';
interface Read {
  length: number;
  qscore?: number;
  passes?: string;
  start?: number;
  alias?: string;
  barcode?: string;
}
const row = ({
  length,
  qscore = 12,
  passes = 'TRUE',
  start = 5,
  alias = '',
  barcode = 'barcode01',
}: Read): string => ['r', 'run-1', qscore, passes, length, start, alias, barcode].join('\t');
const tableOf = (reads: readonly Read[], header = HEADER): string =>
  `${[header, ...reads.map(row)].join('\n')}\n`;

function readText(text: string, chunkBytes = 7, options: ScanOptions = {}): SequencingSummary {
  const reader = new SequencingSummaryReader(options);
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += chunkBytes) reader.push(bytes.subarray(at, at + chunkBytes));
  return reader.end();
}

const yieldsOf = (summary: SequencingSummary): unknown[] =>
  summary.groups.map(({ alias, barcode, statistics }) => [alias, barcode, statistics.basesPass]);

test('reads are attributed to their alias and to their barcode', () => {
  const summary = readText(
    tableOf([
      { length: 100, alias: 'W26325-0001-01' },
      { length: 50, alias: 'W26325-0001-01', barcode: 'unclassified' },
      { length: 30, alias: 'na', barcode: 'barcode02' },
      { length: 20, alias: 'W26325-0001-01' },
    ]),
  );
  expect(yieldsOf(summary)).toEqual([
    ['W26325-0001-01', 'barcode01', 120],
    ['W26325-0001-01', 'unclassified', 50],
    [null, 'barcode02', 30],
  ]);
});

test('a file gives the same figures whatever the size of its parts', () => {
  const reads = Array.from({ length: 200 }, (_, at) => ({
    length: 1 + ((at * 7919) % 30_000),
    qscore: 5 + (at % 20),
    passes: at % 3 === 0 ? 'FALSE' : 'True',
    barcode: `barcode0${1 + (at % 5)}`,
  }));
  const outline = (summary: SequencingSummary): unknown => [
    summary.total.yield,
    summary.total.n50,
    summary.total.meanQscore,
    yieldsOf(summary),
  ];
  const expected = outline(readText(tableOf(reads), 1_000_000));
  for (const bytes of [1, 2, 13, 4096]) expect(outline(readText(tableOf(reads), bytes))).toEqual(expected);
});

test('the N50 differs by less than a percent from that of the sorted lengths', () => {
  const lengths = Array.from({ length: 3000 }, (_, at) => 200 + ((at * 104_729) % 60_000));
  const sum = lengths.reduce((total, length) => total + length, 0);
  let reached = 0;
  const exact = [...lengths]
    .sort((a, b) => b - a)
    .find((length) => {
      reached += length;
      return reached * 2 >= sum;
    });
  const { n50 } = readText(tableOf(lengths.map((length) => ({ length })))).total;
  expect(Math.abs((n50?.value ?? 0) / (exact ?? 1) - 1)).toBeLessThan(0.01);
});

test('the curve of the yield grows in steps of ten minutes', () => {
  const summary = readText(
    tableOf([
      { length: 10, start: 5 },
      { length: 20, start: 1300, passes: 'FALSE' },
      { length: 40, start: 1300 },
    ]),
  );
  expect(
    summary.yieldCurve.map(({ seconds, basesPass, basesFail }) => [seconds, basesPass, basesFail]),
  ).toEqual([
    [600, 10, 0],
    [1200, 10, 0],
    [1800, 50, 20],
  ]);
});

test.each([
  [
    'a number that is none',
    tableOf([{ length: 10 }]).replace('\t10\t', '\t1x0\t'),
    /line 2: sequence_length_template is "1x0", not a number/,
  ],
  ['a negative length', tableOf([{ length: -4 }]), /line 2: sequence_length_template/],
  [
    'a verdict that is neither true nor false',
    tableOf([{ length: 10, passes: 'maybe' }]),
    /line 2: passes_filtering is neither/,
  ],
  [
    'a row with a missing cell',
    `${tableOf([{ length: 10 }])}x\ty\n`,
    /line 3 has 2 columns and the header has 8/,
  ],
  ['a last row without its end', tableOf([{ length: 10 }]).trimEnd(), /cut off in line 2/],
  ['no column of lengths', 'read_id\tmean_qscore_template\nr\t9\n', /no column sequence_length_template/],
  ['an empty file', '', /it is empty/],
])('%s is refused with its place', (_, text, message) => {
  expect(() => readText(text)).toThrow(message);
});

test('numbers are read in every notation', () => {
  const { total } = readText(
    tableOf([{ length: 8, qscore: 1.25e1 }, { length: 8 }]).replace('\t12\t', '\t1.15e1\t'),
  );
  expect(total.meanQscore?.value).toBeCloseTo(12, 9);
});

test('an abort ends the reading of a large file and closes it', async () => {
  const abort = new AbortController();
  let isClosed = false;
  const endless = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(`${HEADER}\n`)),
    pull: (controller) => controller.enqueue(new TextEncoder().encode(`${row({ length: 10 })}\n`)),
    cancel() {
      isClosed = true;
    },
  });
  const reading = readRunFile('sequencing_summary.txt', endless, {
    signal: abort.signal,
    onProgress: (bytes) => {
      if (bytes > 200_000) abort.abort();
    },
  });
  await expect(reading).rejects.toThrow(/abort/i);
  expect(isClosed).toBe(true);
});

test.each([1, 3, 4, 7, 64, 4096])(
  'a scan of each byte and one of four at once agree in parts of %i',
  (size) => {
    const text = tableOf(
      Array.from({ length: 50 }, (_, n) => ({
        length: 7 ** (n % 6),
        alias: n % 3 === 0 ? '' : `Ä-${n % 5}`,
      })),
    );
    const [quads, single] = [true, false].map((scansQuads) => readText(text, size, { scansQuads }));
    expect(single).toEqual(quads);
    expect(single?.total.yield.readsPass).toBe(50);
  },
);
