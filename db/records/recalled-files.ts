import { isData, isResult } from './result-files.ts';
import type { S3File } from './s3-file.ts';

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
