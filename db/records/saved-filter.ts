import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '../entity.ts';
import { bool, json, ref, requiredText } from '../values/field-types.ts';

/** A list as a member likes to see it: its filters, order and columns, under a name of their own. */
export const savedFilter = defineEntity({
  name: 'SavedFilter',
  table: 'saved_filter',
  schema: z.object({
    ...tenantFields,
    userCompanyId: ref,
    /** Which list, for example `lab/orders`. */
    list: requiredText,
    /** Once in a list. */
    name: requiredText,
    query: json,
    /** The one that the list opens with. */
    isDefault: bool,
  }),
  create: ['list', 'name', 'query', 'isDefault'],
  update: ['name', 'query', 'isDefault'],
  list: { sort: ['name', 'createdAt'], filter: ['userCompanyId', 'list'], search: ['name'] },
  indexes: ['userCompanyId'],
  replica: null,
});
export type SavedFilter = Row<typeof savedFilter>;
