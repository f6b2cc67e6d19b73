import { z } from 'zod';
import { Role } from '#db/access/roles.ts';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { requiredText } from '#db/values/field-types.ts';
import { Permission } from './permission.ts';

/** Permissions that the named roles have in one business entity. */
export const permissionGroup = defineEntity({
  name: 'PermissionGroup',
  table: 'permission_group',
  schema: z.object({
    ...tenantFields,
    name: requiredText,
    permissions: z.array(Permission),
    roles: z.array(Role),
  }),
  create: ['name', 'permissions', 'roles'],
  update: ['name', 'permissions', 'roles'],
  list: { sort: ['name'], filter: [], search: ['name'] },
  indexes: ['name', 'entity'],
  replica: null,
});
export type PermissionGroup = Row<typeof permissionGroup>;
