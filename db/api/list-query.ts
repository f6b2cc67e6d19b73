import { z } from 'zod';
import type { ListedEntity } from '#db/entity.ts';
import { Id } from '#db/values/id.ts';
import { type Filters, filterOf } from './filter-values.ts';

/** A parsed list query; it can name only what the entity declares. */
export interface ListQuery {
  sort: readonly { field: string; descending: boolean }[];
  filter: Readonly<Record<string, readonly string[]>>;
  search: string;
  /** Record list filter of the specification. */
  records: 'all' | 'active' | 'deleted';
  page: number;
  limit: number;
  /**
   * Cursor: the id of the row before the page. It takes precedence over `page` and is faster in long lists.
   */
  cursor?: string | undefined;
}

/** `sort=id:asc,name:desc`: declared fields only. */
export const sortOf = (fields: readonly string[]) =>
  z
    .string()
    .max(300)
    .default('id:asc')
    .transform((text, context) =>
      text.split(',').map((part) => {
        const [field = '', direction = 'asc'] = part.trim().split(':');
        if (!fields.includes(field))
          context.addIssue({ code: 'custom', message: `Sort by one of: ${fields.join(', ')}.` });
        if (direction !== 'asc' && direction !== 'desc')
          context.addIssue({ code: 'custom', message: 'Sort asc or desc.' });
        return { field, descending: direction === 'desc' };
      }),
    );

/**
 * Build the query schema of an entity's list: `sort`, `search`, `records`, `page`, `limit`, and its filters
 * by name, which accept the values of their fields' enumerations or the given words.
 */
export function listQueryOf(entity: { list: Pick<ListedEntity['list'], 'sort' | 'filter'> } & Filters) {
  const filters = Object.fromEntries(entity.list.filter.map((field) => [field, filterOf(field, entity)]));
  return z
    .strictObject({
      ...filters,
      sort: sortOf(['id', ...entity.list.sort]),
      search: z.string().trim().max(200).default(''),
      records: z.enum(['all', 'active', 'deleted']).default('active'),
      page: z.coerce.number().int().min(1).max(1_000_000).default(1),
      limit: z.coerce.number().int().min(1).max(500).default(50),
      cursor: Id.optional(),
    })
    .transform((query): ListQuery => {
      const values: Record<string, unknown> = query;
      const filter: Record<string, string[]> = {};
      for (const field of entity.list.filter) {
        const value = values[field];
        if (Array.isArray(value)) filter[field] = value.map(String);
      }
      const { sort, search, records, page, limit, cursor } = query;
      return { sort, filter, search, records, page, limit, cursor };
    });
}

/** Build the query schema of an export: that of the entity's list, and the format of the file. */
export const exportQueryOf = (entity: Parameters<typeof listQueryOf>[0]) =>
  z.strictObject({ ...listQueryOf(entity).in.shape, format: z.enum(['csv', 'xlsx']).default('csv') });
