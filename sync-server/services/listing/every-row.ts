import { AppError } from '#db/errors/app-error.ts';

const ROUND = 500;
/** Maximum number of rows in an exported file. */
export const MAX_ROWS = 20_000;

/** A page of a list, as its reader returns it. */
interface ListedPage<Row> {
  rows: readonly Row[];
  total: number;
}

/**
 * Read every row of a list, page by page. Throws if the file limit is exceeded, because a cut-off file looks
 * complete.
 */
export async function everyRow<Row>(
  read: (page: { page: number; limit: number }) => Promise<ListedPage<Row>>,
): Promise<Row[]> {
  const all: Row[] = [];
  for (let page = 1; ; page += 1) {
    const { rows, total } = await read({ page, limit: ROUND });
    if (total > MAX_ROWS)
      throw new AppError(
        'VALIDATION',
        `These are ${total.toLocaleString('en-US')} rows; a file holds ${MAX_ROWS.toLocaleString('en-US')} at most. Search or filter the list first.`,
      );
    all.push(...rows);
    if (rows.length < ROUND) return all;
  }
}
