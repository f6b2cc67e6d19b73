import type { StorageManagement } from './storage-management.ts';

/**
 * Return why a capacity is impossible, or null: a place with a grid cannot hold more than it has positions.
 */
export function capacityProblemOf(
  place: Pick<StorageManagement, 'rows' | 'columns'>,
  capacity: number | null,
): { code: string; message: string } | null {
  const { rows, columns } = place;
  if (capacity === null || rows === null || columns === null || capacity <= rows * columns) return null;
  return {
    code: 'CAPACITY_OVER_GRID',
    message: `${rows} × ${columns} positions hold at most ${rows * columns}.`,
  };
}
