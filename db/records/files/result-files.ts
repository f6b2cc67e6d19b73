import type { FileSubtype, FileType } from './file-type.ts';
import type { S3File } from './s3-file.ts';

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
const RESULT_FILE_TYPES = [
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
/** Check whether a file reports the quality of the material or of its sequencing. */
export const isQcReport = (subType: FileSubtype | null): boolean =>
  subType === 'QC_REPORT' || subType === 'SEQUENCING_QC_REPORT';
/** Check whether a file is a result: data or a report. */
export const isResult = (subType: FileSubtype | null): boolean => subType !== null && RESULTS.has(subType);
/** Check whether documents of this kind can be results. */
export const holdsResults = (fileType: FileType): boolean => HOLDERS.has(fileType);

/** A recall of a specimen's results. */
export interface ResultsRecall {
  specimenId: string;
  at: string;
  /** True when the work is repeated, so that its data are void as well. */
  repeated: boolean;
}

/**
 * Check whether this result was recalled. Customers never get it again, even after the corrected results are
 * released (domain 6.6): reports from before the recall, and its data too where the work is repeated.
 * `released-sql.ts` is the same rule in SQL.
 */
export const isRecalledFile = (
  file: Pick<S3File, 'subType' | 'targetType' | 'targetId' | 'createdAt'>,
  recalls: readonly ResultsRecall[],
): boolean =>
  isResult(file.subType) &&
  recalls.some(
    ({ specimenId, at, repeated }) =>
      // A file of the whole order holds the results of each of its specimens.
      (file.targetType === 'Order' || file.targetId === specimenId) &&
      file.createdAt <= at &&
      (repeated || !isData(file.subType)),
  );
