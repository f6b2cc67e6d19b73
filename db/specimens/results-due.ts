import type { Specimen } from './specimen.ts';

/** Check whether results are to be released: for the first time, or again after a recall for correction. */
export function areResultsDue({
  status,
  completedAt,
  resultsReleasedAt,
}: Pick<Specimen, 'status' | 'completedAt' | 'resultsReleasedAt'>): boolean {
  if (status === 'IN_PROGRESS') return true;
  // Work that was stopped and then stored was never completed.
  return (
    (status === 'COMPLETED' || status === 'IN_STORAGE') && completedAt !== null && resultsReleasedAt === null
  );
}
