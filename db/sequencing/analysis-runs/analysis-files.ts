import type { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { isResult } from '#db/records/files/result-files.ts';
import { type S3File, s3File } from '#db/records/files/s3-file.ts';
import { specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import type { AnalysisRun } from './analysis-run.ts';

/** A result file of an analysis, as its download shows it. */
export const AnalysisFile = s3File.schema.pick({
  id: true,
  title: true,
  size: true,
  fileType: true,
  subType: true,
  createdAt: true,
});
export type AnalysisFile = z.infer<typeof AnalysisFile>;

const isStored = ({ status }: S3File): boolean => status === 'STORED';

/** List the result files of a specimen and its order that are stored, clean and not replaced. */
export async function listAnalysisFiles(tx: Transaction, specimenId: string | null): Promise<S3File[]> {
  const tube = specimenId === null ? undefined : await tx.get(specimen, specimenId);
  if (!tube) return [];
  const storedFiles = (await tx.find(s3File, { targetId: [tube.id, tube.orderId] })).filter(isStored);
  const replaced = new Set(storedFiles.map(({ supersedesId }) => supersedesId));
  return storedFiles.filter(
    ({ id, subType, scanStatus }) => isResult(subType) && scanStatus === 'CLEAN' && !replaced.has(id),
  );
}

/** Read the files of a run that are still stored, also those that a newer version has replaced. */
export async function readAnalysisFiles(
  tx: Transaction,
  { fileIds }: Pick<AnalysisRun, 'fileIds'>,
): Promise<S3File[]> {
  return fileIds.length === 0 ? [] : (await tx.find(s3File, { id: fileIds })).filter(isStored);
}

/** Refuse files that are no available results of the specimen or its order. */
export async function assertAnalysisFiles(
  tx: Transaction,
  specimenId: string | null,
  fileIds: readonly string[],
): Promise<void> {
  if (fileIds.length === 0) return;
  const available = new Set((await listAnalysisFiles(tx, specimenId)).map(({ id }) => id));
  if (fileIds.some((id) => !available.has(id)))
    throw refuse(
      'FILE_NOT_AVAILABLE',
      'A chosen file is no result of this specimen or its order anymore. Reload the page and choose again.',
    );
}
