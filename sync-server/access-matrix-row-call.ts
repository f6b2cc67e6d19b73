import type { Family } from '#db/access/families.ts';
import type { Role } from '#db/access/roles.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import type { Method } from './demo/demo-server.ts';

/** A call that names a row: in its path, where the id takes the place of each parameter, or in its body. */
export interface RowCall {
  method: Method;
  /** The path as the table of routes has it. */
  path: `/api/${string}`;
  body?(id: string): object;
  query?(id: string): Record<string, string>;
  /** Who asks; the administrator unless somebody else may. */
  by?: Role;
  /** SQL for the ids of rows that the call may name, of the business entity $1. */
  rows: string;
  /**
   * What an own row answers: found, when nothing is said. `never`: not by its id alone (a signed link, a second id, an
   * act that would end the test's own person). `alike`: every id answers the same unless there is something to tell.
   */
  own?: 'never' | 'alike';
  /** Who of a customer asks for rows of another company, which are these of business entity $1, not of company $2. */
  company?: { by: Role; entity?: BusinessEntity; rows: string };
}

/** SQL for the first id of a table. */
export const of = (table: string, more = ''): string =>
  `SELECT id FROM ${table} WHERE entity = $1 AND NOT deleted ${more} ORDER BY id LIMIT 1`;
/** Reading one row of a family. */
export const reading = (family: Family, table: string): RowCall => ({
  method: 'get',
  path: `/api/${family}/:id`,
  rows: of(table),
});
/** The body of an act whose argument `key` names the row. */
export const operationBody = (operation: string, key: string, more: object = {}) => ({
  body: (id: string) => ({ operation, args: { [key]: id, ...more } }),
});

/** A handheld. */
export const DEVICE = of('device', `AND kind = 'HANDHELD'`);

/** The id of nothing. */
export const UNKNOWN_ID = '01J00000000000000000000000';
