import { z } from 'zod';
import { Role } from '#db/access/roles.ts';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { bool, ref, text } from '#db/values/field-types.ts';

/**
 * A colleague as devices know one: a view over User and UserCompany with the id of the membership. Customers'
 * people and removed memberships are shown as deleted, so that devices drop them.
 */
export const person = defineEntity({
  name: 'Person',
  table: 'person',
  schema: z.object({
    ...tenantFields,
    userId: ref,
    companyId: ref,
    name: text,
    role: Role,
    deactivated: bool,
  }),
  indexes: ['userId', 'role'],
  replica: { own: { collection: 'people' } },
});
export type Person = Row<typeof person>;
