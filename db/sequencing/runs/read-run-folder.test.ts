import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type FolderFile, readRunFolder, type StreamHash } from './read-run-folder.ts';

const REAL = new URL('../../../../shared/data/nanopore/', import.meta.url);
const FINAL = 'final_summary_PAK00383_20220302_1321_564d5253.txt';
const REPORT = `{"protocol_run_info":{"run_id":"f8320272-62ba-4f8d-821a-fb3dffcde338","state":"PROTOCOL_COMPLETED"},"acquisitions":[]}`;
const SUMMARY = [
  'instrument=PCT0112',
  'flow_cell_id=PAK00383',
  'protocol_group_id=W26325-S01',
  'protocol_run_id=f8320272-62ba-4f8d-821a-fb3dffcde338',
  'acquisition_run_id=564d5253b0a8c0d0a6b6c1ce5d5a0f3a2a1b0c9d',
  'started=2022-03-02T13:21:02.322Z',
  'acquisition_stopped=2022-03-05T13:21:02.322Z',
  'fastq_files_in_final_dest=1',
  'fastq_files_in_fallback=0',
  '',
].join('\n');

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const nodeHash = (): StreamHash => {
  const hash = createHash('sha256');
  return { update: (chunk) => hash.update(chunk), digest: () => hash.digest('hex') };
};

function folderOf(texts: Readonly<Record<string, string>>): { files: FolderFile[]; openedPaths: string[] } {
  const openedPaths: string[] = [];
  const files = Object.entries(texts).map(([path, text]) => ({
    path,
    size: text.length,
    open: () => {
      openedPaths.push(path);
      return new Blob([text]).stream();
    },
  }));
  return { files, openedPaths };
}

const listOf = (hashes: Readonly<Record<string, string>>): string =>
  `file_hash,file_path\n${Object.entries(hashes)
    .map(([path, hash]) => `${hash},${path}\n`)
    .join('')}`;

const read = (texts: Readonly<Record<string, string>>, hashesAll: boolean) =>
  readRunFolder(folderOf(texts).files, { createHash: nodeHash, hashesAll });

const FOLDER_TEXTS = {
  [`run/${FINAL}`]: SUMMARY,
  'run/report_x.json': REPORT,
  'run/pod5_pass/a.pod5': 'signals',
  'run/bam_pass/b.bam': 'reads',
  'run/output_hash_564d5253.csv': listOf({
    [FINAL]: sha256(SUMMARY),
    'report_x.json': sha256('another text'),
    'pod5_pass/a.pod5': sha256('signals'),
    'bam_pass/b.bam': sha256('other reads'),
    'bam_pass/c.bam': sha256('no reads'),
  }),
};

describe('the hashes of a folder', () => {
  test('are compared for the files that are read, and the others are left out', async () => {
    const { proposals } = await read(FOLDER_TEXTS, false);
    expect(proposals.runs[0]?.run.hashCheck).toEqual({
      listed: 5,
      checked: 2,
      different: 1,
      missing: 1,
      examples: [
        { path: 'report_x.json', problem: 'different' },
        { path: 'bam_pass/c.bam', problem: 'missing' },
      ],
    });
    expect(proposals.runs[0]?.notes).toContain(
      'Files that differ from their hashes: 1. Copy the folder again.',
    );
  });

  test('are compared for reads and signals on request', async () => {
    const { proposals } = await read(FOLDER_TEXTS, true);
    expect(proposals.runs[0]?.run.hashCheck).toMatchObject({
      listed: 5,
      checked: 4,
      different: 2,
      missing: 1,
    });
  });

  test('are not checked without a list', async () => {
    const { proposals } = await read({ [`run/${FINAL}`]: SUMMARY }, true);
    expect(proposals.runs[0]?.run.hashCheck).toBeNull();
  });
});

test('files with reads and signals are never openedPaths', async () => {
  const { files, openedPaths } = folderOf({
    ...FOLDER_TEXTS,
    'run/fastq_pass/barcode01/x.txt': 'x',
    'run/notes.pdf': 'x',
  });
  await readRunFolder(files, { createHash: nodeHash, hashesAll: false });
  expect(openedPaths).toEqual([`run/${FINAL}`, 'run/report_x.json', 'run/output_hash_564d5253.csv']);
});

test('a file that is cut off is named with its reason, and the others are read', async () => {
  const { proposals, problems } = await read(
    { [`run/${FINAL}`]: SUMMARY, 'run/throughput_564d5253.csv': 'Experiment Time (minutes)\n1' },
    false,
  );
  expect(proposals.runs).toHaveLength(1);
  expect(problems).toEqual([
    {
      path: 'run/throughput_564d5253.csv',
      reason: 'The throughput table cannot be read: its last line is cut off. Copy the file again.',
    },
  ]);
});

test('a canceled reading ends', async () => {
  const controller = new AbortController();
  const { files } = folderOf(FOLDER_TEXTS);
  await expect(
    readRunFolder(files, {
      createHash: nodeHash,
      hashesAll: false,
      onProgress: () => controller.abort(),
      signal: controller.signal,
    }),
  ).rejects.toThrow(/abort/i);
});

test('a file of another kind is closed before its end', async () => {
  let isClosed = false;
  const chunk = new Uint8Array(65_536).fill(120);
  const open = () =>
    new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(chunk),
      cancel: () => {
        isClosed = true;
      },
    });
  await readRunFolder([{ path: 'run/notes.txt', size: 1e9, open }], {
    createHash: nodeHash,
    hashesAll: false,
  });
  expect(isClosed).toBe(true);
});

test('the final summary of an instrument gives its run', async () => {
  const name = 'final_summary_PAK00383_564d5253.txt';
  const text = readFileSync(new URL(`final-summary/${name}`, REAL), 'utf8');
  const { proposals } = await read({ [`a/b/${name}`]: text }, false);
  expect(proposals.runs.map(({ run }) => [run.flowCellId, run.isFinal])).toEqual([['PAK00383', true]]);
});
