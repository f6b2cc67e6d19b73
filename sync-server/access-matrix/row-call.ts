import type { Family } from '#db/access/families.ts';
import type { Role } from '#db/access/roles.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import type { Method } from '#sync-server/demo/demo-server.ts';

/** A call that names a row: in its path, where the id replaces each parameter, or in its body. */
export interface RowCall {
  method: Method;
  /** The path as in the route table. */
  path: `/api/${string}`;
  body?(id: string): object;
  query?(id: string): Record<string, string>;
  /** The caller; by default the administrator. */
  by?: Role;
  /** SQL for the ids of rows that the call may name, of the business entity $1. */
  rows: string;
  /**
   * The result for an own row; by default it is found. `never`: not found by its id alone (a signed link, a
   * second id, an operation that would end the test's own person). `alike`: every id gets the same response
   * unless there is data.
   */
  own?: 'never' | 'alike';
  /** The customer who requests rows of another company: rows of business entity $1, not of company $2. */
  company?: { by: Role; entity?: BusinessEntity; rows: string };
}

/** Build SQL for the first id of a table. */
export const of = (table: string, more = ''): string =>
  `SELECT id FROM ${table} WHERE entity = $1 AND NOT deleted ${more} ORDER BY id LIMIT 1`;
/** Declare the reading of one row of a family, or of those below a part of its path. */
export const reading = (family: Family, table: string, below?: string): RowCall => ({
  method: 'get',
  path: below === undefined ? `/api/${family}/:id` : `/api/${family}/${below}/:id`,
  rows: of(table),
});
/** Build the body of an operation whose argument `key` names the row. */
export const operationBody = (operation: string, key: string, more: object = {}) => ({
  body: (id: string) => ({ operation, args: { [key]: id, ...more } }),
});

/** A handheld. */
export const DEVICE = of('device', `AND kind = 'HANDHELD'`);

/** An id that no row has. */
export const UNKNOWN_ID = '01J00000000000000000000000';

/**
 * Routes whose parameter names a background task, its job, or a run folder of the server, which belong to no business
 * entity; `run-folders.pg.test.ts` tries folders of another lab.
 */
export const PATHS_WITHOUT_ROWS = [
  '/api/dev-tools/job-tasks/',
  '/api/dev-tools/failed-jobs/',
  '/api/internal/results/runs/folders/',
];
