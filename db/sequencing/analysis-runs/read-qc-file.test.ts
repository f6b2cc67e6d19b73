import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readQcFile } from './read-qc-file.ts';

const REAL = fileURLToPath(new URL('../../../../shared/data/nanopore/qc-json/', import.meta.url));
const BARCODE = 'W26325-0001-01';
const read = (name: string, text: string) => readQcFile(name, text, BARCODE);
const multiQc = (data: unknown) =>
  read('multiqc_data.json', JSON.stringify({ report_general_stats_data: data }));
const NONE = { meanCoverage: null, percentAligned: null };

const NANOSTAT = `General summary:
Average percent identity:                   96.4
Fraction of bases aligned:                   0.9
Mean read length:                      9,123.4
Mean read quality:                        12.8
Number of reads:                     112,345.0
Read length N50:                      20,123.0
Total bases:                   1,024,968,373.0
Number, percentage and megabases of reads above quality cutoffs
>Q10:	100,000 (89.0%) 900.0Mb
`;

describe('a file of a quality tool', () => {
  test('of pycoQC gives the figures of the passed reads', () => {
    const name = 'multiqc-pycoQC_output.json';
    expect(read(name, readFileSync(REAL + name, 'utf8'))).toEqual({
      tool: 'pycoQC',
      metrics: NONE,
      furtherMetrics: { reads: '119', bases: '150539', n50: '1528' },
    });
  });

  test('of pycoQC with alignments gives coverage and share of aligned reads', () => {
    const reads = { basecall: { reads_number: 200, bases_number: 10_000, N50: 60 } };
    const aligned = { ...reads, alignment: { reads_number: 198, mean_coverage: 31.23456 } };
    const text = JSON.stringify({ pycoqc: { version: '2.5.2' }, 'All Reads': reads, 'Pass Reads': aligned });
    expect(read('pycoqc.json', text).metrics).toEqual({ meanCoverage: '31.2346', percentAligned: '99' });
  });

  test('of MultiQC gives the figures of its only sample, or of that with the barcode', () => {
    const mosdepth = { one: { mean_coverage: 30.5, median_coverage: 31 } };
    const samtools = { one: { reads_mapped_percent: 99.2, name: 'text' } };
    const figures = { meanCoverage: '30.5', percentAligned: '99.2' };
    expect(multiQc([mosdepth, samtools])).toMatchObject({
      metrics: figures,
      furtherMetrics: { medianCoverage: '31' },
    });
    expect(multiQc({ mosdepth, samtools }).metrics).toEqual(figures);
    const twoSamples = { ...mosdepth, [`${BARCODE}_sorted`]: { 'mosdepth-mean_coverage': 12 } };
    expect(multiQc([twoSamples]).metrics).toEqual({ meanCoverage: '12', percentAligned: null });
    expect(() => multiQc([{ ...mosdepth, two: { mean_coverage: 1 } }])).toThrow(`none is named ${BARCODE}`);
  });

  test('of NanoStat gives its figures; a share of bases is no share of reads', () => {
    const furtherMetrics = {
      reads: '112345',
      bases: '1024968373',
      n50: '20123',
      meanReadLength: '9123.4',
      meanQscore: '12.8',
      percentIdentity: '96.4',
      percentBasesAligned: '90',
    };
    expect(read('NanoStats.txt', NANOSTAT)).toEqual({ tool: 'NanoStat', metrics: NONE, furtherMetrics });
    expect(read('stats.tsv', 'Metrics\tdataset\nnumber_of_reads\t12\nn50\t3400.0\n').furtherMetrics).toEqual({
      reads: '12',
      n50: '3400',
    });
  });

  test('of YAML is refused with the setting that writes JSON', () => {
    const name = 'multiqc-minionqc_RB7_A2_summary.yaml';
    expect(() => read(name, readFileSync(REAL + name, 'utf8'))).toThrow('YAML is not read.');
  });

  test.each([
    ['photo.txt', 'Dear colleague', 'This file is not known.'],
    ['other.json', '{"a": 1}', 'This JSON is not known.'],
    ['cut.json', '{"pycoqc": {', 'cut off or damaged'],
    ['empty.txt', '', 'This file is not known.'],
    ['bare.json', '{"report_general_stats_data": [{"one": {"total": 3}}]}', 'has no figures of an analysis'],
    [
      'wrong.json',
      '{"report_general_stats_data": [{"one": {"mean_coverage": -3}}]}',
      'has no figures of an analysis',
    ],
  ])('of another kind is refused: %s', (name, text, problem) => {
    expect(() => read(name, text)).toThrow(problem);
  });
});
