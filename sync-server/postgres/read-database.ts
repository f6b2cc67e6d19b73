import type { CataloguedEntity } from '#db/entities.ts';
import type { Row } from '#db/entity.ts';
import type { OtherTables } from './other-tables.ts';

/** The column of a field, as `columnOf` names it: `companyId` is `company_id`. */
export type ColumnName<
  Field extends string,
  Done extends string = '',
> = Field extends `${infer Letter}${infer Rest}`
  ? ColumnName<Rest, `${Done}${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}`>
  : Done;

type ColumnsOf<Fields> = {
  [Field in keyof Fields & string as ColumnName<Field>]: Fields[Field];
};

type EntityTables = { [Entity in CataloguedEntity as Entity['table']]: ColumnsOf<Row<Entity>> };

/**
 * The database type for typed reads: entity tables by their declarations, which `agreement.pg.test.ts`
 * compares with the migrations, and the few other tables that lists read.
 */
export type ReadDatabase = EntityTables & OtherTables;
