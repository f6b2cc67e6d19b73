import type { Specimen } from './specimen.ts';

/** Have its results to be released: for the first time, or again after they were taken back to be corrected? */
export function areResultsDue({
  status,
  completedAt,
  resultsReleasedAt,
}: Pick<Specimen, 'status' | 'completedAt' | 'resultsReleasedAt'>): boolean {
  if (status === 'IN_PROGRESS') return true;
  // What was stopped and then stored was never completed.
  return (
    (status === 'COMPLETED' || status === 'IN_STORAGE') && completedAt !== null && resultsReleasedAt === null
  );
}
