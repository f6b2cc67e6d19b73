import type { FileSubtype } from './file-subtype.ts';
import type { FileType } from './file-type.ts';

/** Data of a sequencing run: large, with any allowed extension, deleted when their retention ends. */
export const DATA_SUBTYPES = [
  'RAW_DATA',
  'POD5',
  'UNALIGNED_BAM',
  'ALIGNED_BAM',
  'METHYLATION',
  'LAB_RESULTS',
] as const satisfies readonly FileSubtype[];

/** Reports on results, which are stored permanently. */
export const REPORT_SUBTYPES = [
  'REPORT',
  'QC_REPORT',
  'SEQUENCING_QC_REPORT',
  'SUMMARY_REPORT',
  'CLINICAL_REPORT',
] as const satisfies readonly FileSubtype[];

/** Files that customers see only after the release. */
export const RESULT_SUBTYPES: readonly FileSubtype[] = [...DATA_SUBTYPES, ...REPORT_SUBTYPES];

/** The kinds of documents that can hold results. */
export const RESULT_FILE_TYPES = [
  'ORDER_DOCUMENT',
  'SPECIMEN_DOCUMENT',
  'SAMPLE_DOCUMENT',
] as const satisfies readonly FileType[];

const DATA: ReadonlySet<FileSubtype> = new Set(DATA_SUBTYPES);
const REPORTS: ReadonlySet<FileSubtype> = new Set(REPORT_SUBTYPES);
const RESULTS: ReadonlySet<FileSubtype> = new Set(RESULT_SUBTYPES);
const HOLDERS: ReadonlySet<FileType> = new Set(RESULT_FILE_TYPES);

/** Check whether a file is data of a run. */
export const isData = (subType: FileSubtype | null): boolean => subType !== null && DATA.has(subType);
/** Check whether a file is a report on results. */
export const isReport = (subType: FileSubtype | null): boolean => subType !== null && REPORTS.has(subType);
/** Check whether a file is a result: data or a report. */
export const isResult = (subType: FileSubtype | null): boolean => subType !== null && RESULTS.has(subType);
/** Check whether documents of this kind can be results. */
export const holdsResults = (fileType: FileType): boolean => HOLDERS.has(fileType);
