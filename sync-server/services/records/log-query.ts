import { z } from 'zod';
import { filterOf } from '#db/api/filter-values.ts';
import { Id } from '#db/values/id.ts';
import type { RecordLog } from './record-log.ts';

/** A parsed log query. */
export interface LogQuery {
  from: string | null;
  to: string | null;
  filter: Readonly<Record<string, readonly string[]>>;
  search: string;
  sort: { field: string; descending: boolean };
  page: number;
  limit: number;
  /** Cursor: the id of the row before the page. */
  cursor?: string | undefined;
}

const sortOf = (fields: readonly string[]) =>
  z
    .string()
    .max(100)
    .default('occurredAt:desc')
    .transform((text, context) => {
      const [field = '', direction = 'asc'] = text.split(',')[0]?.trim().split(':') ?? [];
      if (!fields.includes(field) || (direction !== 'asc' && direction !== 'desc')) {
        context.addIssue({ code: 'custom', message: `Sort asc or desc by one of: ${fields.join(', ')}.` });
        return z.NEVER;
      }
      return { field, descending: direction === 'desc' };
    });

/**
 * Build the query schema of a log: period, filters by name, `search`, `sort`, `page`, `limit`; newest first.
 */
export const logQueryOf = (log: RecordLog) =>
  z
    .strictObject({
      ...Object.fromEntries(log.filter.map((field) => [field, filterOf(field, log.entity)])),
      from: z.iso.datetime({ offset: true }).optional(),
      to: z.iso.datetime({ offset: true }).optional(),
      search: z.string().trim().max(200).default(''),
      sort: sortOf(log.sort),
      page: z.coerce.number().int().min(1).max(1_000_000).default(1),
      limit: z.coerce.number().int().min(1).max(500).default(50),
      cursor: Id.optional(),
    })
    .transform((query): LogQuery => {
      const values: Record<string, unknown> = query;
      const filter: Record<string, string[]> = {};
      for (const field of log.filter) {
        const filterValue = values[field];
        if (Array.isArray(filterValue)) filter[field] = filterValue.map(String);
      }
      const { from = null, to = null, search, sort, page, limit, cursor } = query;
      return { from, to, filter, search, sort, page, limit, cursor };
    });
