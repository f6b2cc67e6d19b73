import { expect, test } from 'vitest';
import { DATA_EXTENSIONS } from '#db/values/file-name.ts';
import { contentProblem } from './file-content.ts';

const ends = (bytes: Buffer | string) => ({ head: Buffer.from(bytes), tail: Buffer.from(bytes) });
const hex = (text: string) => Buffer.from(text, 'hex');
const VALID_FILES: Record<(typeof DATA_EXTENSIONS)[number], Buffer | string> = {
  pod5: hex('8b504f440d0a1a0a00'),
  bam: hex('1f8b0804'),
  bai: hex('42414901'),
  fastq: '@read1\nACGT\n+\n!!!!\n',
  fq: '@read1\nACGT\n+\n!!!!\n',
  vcf: '##fileformat=VCFv4.3\n',
  bed: 'chr1\t0\t100\n',
  bedgraph: 'chr1\t0\t100\t1.5\n',
  bedmethyl: 'chr1\t0\t100\tm\n',
  bw: hex('26fc8f88'),
};

test.each(DATA_EXTENSIONS)('run data named .%s are recognized by content', (extension) => {
  expect(contentProblem(`reads.${extension}`, ends(VALID_FILES[extension]))).toBeNull();
});

test.each(DATA_EXTENSIONS)('a program named .%s is refused as data', (extension) => {
  expect(contentProblem(`reads.${extension}`, ends(hex('4d5a9000030000')))).toContain('is not');
});
