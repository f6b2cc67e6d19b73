import { isData, isResult } from './result-files.ts';
import type { S3File } from './s3-file.ts';

/** Results of a specimen that were taken back. */
export interface ResultsRecall {
  specimenId: string;
  at: string;
  /** Is the work done again, so that its data are void as well? */
  repeated: boolean;
}

/**
 * Is this result one that was taken back? Then no customer gets it again, also after the corrected results are released
 * (domain 6.6): reports from before the recall, and its data too where the work is repeated. `released-sql.ts` says the
 * same to the database.
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
