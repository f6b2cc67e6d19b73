import { z } from 'zod';

export const DOCUMENT_EXTENSIONS = [
  'pdf',
  'png',
  'jpg',
  'jpeg',
  'gif',
  'csv',
  'tsv',
  'xlsx',
  'xls',
  'docx',
  'txt',
  'json',
  'zip',
  'gz',
  'html',
] as const;

export const DATA_EXTENSIONS = [
  'pod5',
  'bam',
  'bai',
  'fastq',
  'fq',
  'vcf',
  'bed',
  'bedgraph',
  'bedmethyl',
  'bw',
] as const;

/** The extensions that may be uploaded (domain 3). */
export const UPLOAD_EXTENSIONS: readonly string[] = [...DOCUMENT_EXTENSIONS, ...DATA_EXTENSIONS];

/** Return the extension of a file name in lower case, or an empty text when it has none. */
export const extensionOf = (name: string): string =>
  /[^.\\/]\.([A-Za-z0-9]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

// Folders and invisible characters are refused: one that turns the reading direction shows `gpj.exe` as
// `exe.jpg`.
const NO_FILE_NAME = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\\/]/u;

/** A file name that ends with one of the extensions. */
export const fileNameEnding = (extensions: readonly string[]) =>
  z
    .string()
    .trim()
    .min(1)
    .max(255, 'Use at most 255 characters.')
    .refine(
      (name) => !NO_FILE_NAME.test(name),
      'Use a plain file name, without folders and hidden characters.',
    )
    .refine(
      (name) => extensions.includes(extensionOf(name)),
      `File name must end with one of: ${extensions.join(', ')}`,
    );

/** A file name that may be uploaded. */
export const FileName = fileNameEnding(UPLOAD_EXTENSIONS);
