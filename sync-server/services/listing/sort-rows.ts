import { type Expression, type SqlBool, sql } from 'kysely';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { either } from './search-rows.ts';

/** What a list can be sorted by. Empty values come last in both directions. */
export interface SortColumn {
  by: Expression<unknown>;
  nullable?: boolean;
}

/** One step of the order of a list. */
export interface SortStep extends SortColumn {
  descending: boolean;
}

/** The order that was asked for, and the id last, so that pages never overlap. */
export function sortSteps(
  sort: readonly { field: string; descending: boolean }[],
  columns: Readonly<Record<string, SortColumn>>,
  last: SortStep,
): SortStep[] {
  const steps: SortStep[] = [];
  for (const { field, descending } of sort) {
    // The schema of the query lets no other name through. Nothing sorts after the id.
    if (field === 'id') return [...steps, { by: last.by, descending }];
    const column = Object.hasOwn(columns, field) ? columns[field] : undefined;
    if (column) steps.push({ ...column, descending });
  }
  return [...steps, last];
}

/** The ORDER BY of a list; of nulls it speaks only where Postgres would put them first, so that indexes serve. */
export const orderOf = (steps: readonly SortStep[]) =>
  sql.join(
    steps.map(({ by, nullable, descending }) =>
      descending ? (nullable ? sql`${by} DESC NULLS LAST` : sql`${by} DESC`) : sql`${by}`,
    ),
  );

/** The place of a row in a list: its values of the steps, as text. */
export type Place = Readonly<Record<string, string | null>>;

/** What a row's place is read by. */
export const placeColumns = (steps: readonly SortStep[]) =>
  steps.map(({ by }, at) => sql<string | null>`(${by})::text`.as(`k${at}`));

const isEqual = ({ by }: SortStep, value: string | null): Expression<SqlBool> =>
  value === null ? sql`${by} IS NULL` : sql`${by} = ${value}`;

function isAfter({ by, nullable, descending }: SortStep, value: string | null): Expression<SqlBool> {
  if (value === null) return sql`false`;
  const beyond = descending ? sql<SqlBool>`${by} < ${value}` : sql<SqlBool>`${by} > ${value}`;
  return nullable ? either([beyond, sql`${by} IS NULL`]) : beyond;
}

/** The rows that come after a place. */
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
  // The first step once more by itself: by it an index begins at the place.
  if (!first || first.nullable || start === null) return either(ways);
  const bound = first.descending ? sql`${first.by} <= ${start}` : sql`${first.by} >= ${start}`;
  return sql`(${bound} AND ${either(ways)})`;
}
