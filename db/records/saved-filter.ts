import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '../entity.ts';
import { bool, json, ref, requiredText } from '../values/field-types.ts';

/** A named view of a list that a member has saved: filters, order and columns. */
export const savedFilter = defineEntity({
  name: 'SavedFilter',
  table: 'saved_filter',
  schema: z.object({
    ...tenantFields,
    userCompanyId: ref,
    /** The list, for example `lab/orders`. */
    list: requiredText,
    /** Unique in a list. */
    name: requiredText,
    query: json,
    /** Whether the list opens with this view. */
    isDefault: bool,
  }),
  indexes: ['userCompanyId'],
  replica: null,
});
export type SavedFilter = Row<typeof savedFilter>;
