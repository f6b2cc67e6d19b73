import { expect, test } from 'vitest';
import { parseFinalSummary } from '../files/final-summary.ts';
import type { RunFile } from '../files/read-run-file.ts';
import { parseRunReport } from '../files/run-report.ts';
import { parseThroughput } from '../files/run-tables.ts';
import { parseSampleSheet } from '../files/sample-sheet.ts';
import { SequencingSummaryReader } from '../files/sequencing-summary.ts';
import { ImportedRun } from './imported-run.ts';
import { mergeRunFiles, type NamedRunFile } from './merge-run-files.ts';

const RUN = '94e07fab-d1a3-4d21-8ef9-9c50f968f119';
const ACQUISITION = 'c3641428f1d0aa8d8b1c2f7e9d4f5a6b7c8d9e0f';
const SECOND_RUN = '11111111-d1a3-4d21-8ef9-9c50f968f119';

const report = (runId = RUN): RunFile => ({
  kind: 'report',
  content: parseRunReport(
    JSON.stringify({
      host: { serial: 'PC24B148', product_name: 'PromethION 24' },
      protocol_run_info: {
        run_id: runId,
        state: 'PROTOCOL_COMPLETED',
        device: { device_id: '1B' },
        flow_cell: { flow_cell_id: 'PAO99309', product_code: 'FLO-PRO114M' },
        user_info: { protocol_group_id: 'W26325-S01' },
      },
      acquisitions: [
        {
          acquisition_run_info: {
            run_id: runId === RUN ? ACQUISITION : '2222222200000000000000000000000000000000',
            config_summary: { purpose: 'SEQUENCING', basecalling_enabled: true },
            yield_summary: { read_count: '3', basecalled_pass_bases: '150', estimated_selected_bases: '170' },
          },
        },
      ],
    }),
  ),
});

const finalSummary = (): RunFile => ({
  kind: 'final-summary',
  content: parseFinalSummary(
    [
      'instrument=PC24B148',
      'position=1B',
      'flow_cell_id=PAO99309',
      'protocol_group_id=W26325-S01',
      `protocol_run_id=${RUN}`,
      `acquisition_run_id=${ACQUISITION}`,
      'started=2026-11-20T10:00:00.000+00:00',
      'acquisition_stopped=2026-11-22T10:00:00.000+00:00',
      'fastq_files_in_final_dest=1',
      'fastq_files_in_fallback=0',
    ].join('\n'),
  ),
});

function summary(): RunFile {
  const reader = new SequencingSummaryReader();
  const rows = ['a', 'b'].map((alias) => [ACQUISITION, 'TRUE', 75, 12, alias, 'barcode01'].join('\t'));
  const header =
    'run_id\tpasses_filtering\tsequence_length_template\tmean_qscore_template\talias\tbarcode_arrangement';
  reader.push(new TextEncoder().encode(`${[header, ...rows].join('\n')}\n`));
  return { kind: 'sequencing-summary', content: reader.end() };
}

const throughput = (): RunFile => ({
  kind: 'throughput',
  content: parseThroughput('Experiment Time (minutes),Basecalled Bases,Estimated Bases\n0,0,0\n'),
});

const fileAt = (path: string, file: RunFile): NamedRunFile => ({ path, sha256: 'a'.repeat(64), file });
const STEM = 'PAO99309_94e07fab_c3641428';

test('the files of a run become one run, whatever their order', () => {
  const files = [
    fileAt(`run/report_${STEM}.json`, report()),
    fileAt(`run/final_summary_${STEM}.txt`, finalSummary()),
    fileAt('run/renamed.txt', summary()),
    fileAt(`run/throughput_${STEM}.csv`, throughput()),
  ];
  const proposals = [files, [...files].reverse()].map((order) => mergeRunFiles(order));
  expect(proposals[1]).toEqual(proposals[0]);
  expect(proposals[0]?.leftOver).toEqual([]);
  const [proposal, another] = proposals[0]?.runs ?? [];
  expect(another).toBeUndefined();
  expect(ImportedRun.parse(proposal?.run)).toMatchObject({
    minknowRunId: RUN,
    acquisitionId: ACQUISITION,
    rawState: 'PROTOCOL_COMPLETED',
    instrumentSerial: 'PC24B148',
    positionName: '1B',
    isFinal: true,
    yield: { basesPass: 150, estimatedBases: 170 },
    barcodes: [
      { alias: 'a', basesPass: 75 },
      { alias: 'b', basesPass: 75 },
    ],
  });
  expect(proposal?.run.files).toHaveLength(4);
  expect(proposal?.notes).toEqual([]);
});

test('two runs in one folder stay apart, also on the same flow cell', () => {
  const { runs, leftOver } = mergeRunFiles([
    fileAt('run/report_PAO99309_94e07fab_c3641428.json', report()),
    fileAt('run/report_PAO99309_11111111_22222222.json', report(SECOND_RUN)),
    fileAt('run/throughput.csv', throughput()),
  ]);
  expect(runs.map(({ run }) => run.minknowRunId).sort()).toEqual([SECOND_RUN, RUN].sort());
  expect(leftOver).toEqual([
    { path: 'run/throughput.csv', reason: expect.stringContaining('does not name its run') },
  ]);
});

test('a file without an id belongs to the only run of its folder', () => {
  const { runs, leftOver } = mergeRunFiles([
    fileAt('one/report.json', report()),
    fileAt('two/report.json', report(SECOND_RUN)),
    fileAt('two/throughput.csv', throughput()),
  ]);
  expect(leftOver).toEqual([]);
  expect(runs.find(({ run }) => run.minknowRunId === SECOND_RUN)?.run.files).toHaveLength(2);
});

test('a file with both ids of a run connects files that have one of them each', () => {
  const { runs, leftOver } = mergeRunFiles([
    fileAt('a/throughput_94e07fab.csv', throughput()),
    fileAt('b/throughput_c3641428_deadbeef.csv', throughput()),
    fileAt('c/report.json', report()),
    fileAt('d/throughput_deadbeef.csv', throughput()),
  ]);
  expect(leftOver).toEqual([]);
  expect(runs.map(({ run }) => run.files.length)).toEqual([4]);
});

test('a summary alone names no run', () => {
  const { runs, leftOver } = mergeRunFiles([fileAt('sequencing_summary.txt', summary())]);
  expect(runs).toEqual([]);
  expect(leftOver).toEqual([
    { path: 'sequencing_summary.txt', reason: expect.stringContaining('The id of its run is missing') },
  ]);
});

test('what is missing in a folder is noted', () => {
  const notesOf = (...files: NamedRunFile[]): string[] | undefined => mergeRunFiles(files).runs[0]?.notes;
  expect(notesOf(fileAt('final_summary.txt', finalSummary()))).toEqual([
    expect.stringContaining('do not say how the run ended'),
    expect.stringContaining('Without the sequencing summary'),
  ]);
  expect(notesOf(fileAt('report.json', report()), fileAt('s.txt', summary()))).toEqual([
    expect.stringContaining('The final summary is missing'),
  ]);
});

test('a sheet of a run folder belongs to the run that it names', () => {
  const sheet = parseSampleSheet(`protocol_run_id,flow_cell_id,sample_id\n${RUN},PAO99309,x\n`);
  const { runs } = mergeRunFiles([
    fileAt('a/report.json', report()),
    fileAt('b/report.json', report(SECOND_RUN)),
    fileAt('c/sheet.csv', { kind: 'sample-sheet', content: sheet }),
  ]);
  expect(runs.find(({ run }) => run.minknowRunId === RUN)?.run.files).toHaveLength(2);
});
