import { expect, test } from 'vitest';
import { everyRow, MAX_ROWS } from './send-table.ts';

/** A list of so many numbers that is read page by page. */
const listOf =
  (total: number) =>
  async ({ page, limit }: { page: number; limit: number }) => ({
    rows: Array.from({ length: Math.max(0, Math.min(limit, total - (page - 1) * limit)) }, (_, at) => at),
    total,
  });

test("a list's file contains the rows of all pages, also when the last page is full", async () => {
  expect(await everyRow(listOf(0))).toHaveLength(0);
  expect(await everyRow(listOf(3))).toHaveLength(3);
  expect(await everyRow(listOf(1000))).toHaveLength(1000);
  expect(await everyRow(listOf(MAX_ROWS))).toHaveLength(MAX_ROWS);
});

test('a list longer than a file is refused with advice instead of cut off', async () => {
  await expect(everyRow(listOf(MAX_ROWS + 1))).rejects.toThrow(
    'These are 20,001 rows; a file holds 20,000 at most. Search or filter the list first.',
  );
});
