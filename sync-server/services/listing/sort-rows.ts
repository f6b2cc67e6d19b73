import { type Expression, type SqlBool, sql } from 'kysely';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { either } from './search-rows.ts';

/** The sort columns of a list. Empty values come last in both directions. */
export interface SortColumn {
  by: Expression<unknown>;
  nullable?: boolean;
}

/** One sort step of a list. */
export interface SortStep extends SortColumn {
  descending: boolean;
}

/** Return the requested sort with the id last, so that pages never overlap. */
export function sortSteps(
  sort: readonly { field: string; descending: boolean }[],
  columns: Readonly<Record<string, SortColumn>>,
  last: SortStep,
): SortStep[] {
  const steps: SortStep[] = [];
  for (const { field, descending } of sort) {
    // The query schema admits no other name. Nothing sorts after the id.
    if (field === 'id') return [...steps, { by: last.by, descending }];
    const column = Object.hasOwn(columns, field) ? columns[field] : undefined;
    if (column) steps.push({ ...column, descending });
  }
  return [...steps, last];
}

/**
 * Build the ORDER BY of a list; NULLS LAST is set only where Postgres differs by default, so that indexes are
 * used.
 */
export const orderOf = (steps: readonly SortStep[]) =>
  sql.join(
    steps.map(({ by, nullable, descending }) =>
      descending ? (nullable ? sql`${by} DESC NULLS LAST` : sql`${by} DESC`) : sql`${by}`,
    ),
  );

/** The sort position of a row: its values of the steps, as text. */
export type Place = Readonly<Record<string, string | null>>;

/** Columns from which a row's sort position is read. */
export const placeColumns = (steps: readonly SortStep[]) =>
  steps.map(({ by }, at) => sql<string | null>`(${by})::text`.as(`k${at}`));

const isEqual = ({ by }: SortStep, value: string | null): Expression<SqlBool> =>
  value === null ? sql`${by} IS NULL` : sql`${by} = ${value}`;

function isAfter({ by, nullable, descending }: SortStep, value: string | null): Expression<SqlBool> {
  if (value === null) return sql`false`;
  const beyond = descending ? sql<SqlBool>`${by} < ${value}` : sql<SqlBool>`${by} > ${value}`;
  return nullable ? either([beyond, sql`${by} IS NULL`]) : beyond;
}

/** Condition: rows after a sort position. */
export function afterPlace(steps: readonly SortStep[], place: Place | undefined): Expression<SqlBool> {
  if (!place)
    throw new AppError('VALIDATION', MESSAGES.fixForm, [
      { path: 'cursor', message: 'This row is no longer in the list. Load the list again.' },
    ]);
  const textAt = (at: number): string | null => place[`k${at}`] ?? null;
  const ways = steps.map((step, at) => {
    const before = steps.slice(0, at).map((one, index) => isEqual(one, textAt(index)));
    return sql<SqlBool>`(${sql.join([...before, isAfter(step, textAt(at))], sql` AND `)})`;
  });
  const [first] = steps;
  const start = textAt(0);
  // The first step is repeated alone, so that an index scan starts at the position.
  if (!first || first.nullable || start === null) return either(ways);
  const bound = first.descending ? sql`${first.by} <= ${start}` : sql`${first.by} >= ${start}`;
  return sql`(${bound} AND ${either(ways)})`;
}
