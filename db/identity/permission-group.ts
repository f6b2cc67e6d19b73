import { z } from 'zod';
import { ROLES, Role } from '#db/access/roles.ts';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { int, ref, requiredText } from '#db/values/field-types.ts';
import { oneLine } from '#db/values/one-line.ts';

/** The permissions of a group; a name with _ALL implies the plain one (domain 7.2). */
export const PERMISSIONS = [
  'USERS_EDIT',
  'USERS_EDIT_ALL',
  'USERS_VIEW',
  'USERS_VIEW_ALL',
  'COMPANY_EDIT',
  'COMPANY_EDIT_ALL',
  'COMPANY_VIEW',
  'COMPANY_VIEW_ALL',
  'EVENT_LOG_VIEW',
  'EVENT_LOG_VIEW_ALL',
  'PATIENTS_EDIT',
  'PATIENTS_EDIT_ALL',
  'PATIENTS_VIEW',
  'PATIENTS_VIEW_ALL',
  'CLINICIAN_LICENSE_EDIT',
  'CLINICIAN_LICENSE_EDIT_ALL',
  'PERMISSIONS_EDIT',
] as const;
export const Permission = z.enum(PERMISSIONS);
export type Permission = z.infer<typeof Permission>;

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
  indexes: ['name', 'entity'],
  replica: null,
});
export type PermissionGroup = Row<typeof permissionGroup>;

/** The intended content of one permission group. */
export const PermissionGroupChange = z.strictObject({
  groupId: ref,
  /** The version that the page showed; null for a new group. */
  seenVersion: int.nullable(),
  name: oneLine('Give the group a name.', 80),
  roles: z.array(Role).max(ROLES.length),
  permissions: z.array(Permission),
  deleted: z.boolean().default(false),
});
export type PermissionGroupChange = z.infer<typeof PermissionGroupChange>;

/** The changes of one save: all of them, or none. */
export const PermissionGroupChanges = z.strictObject({
  groups: z.array(PermissionGroupChange).min(1).max(50),
});

/** What a single new group takes. */
export const NewPermissionGroup = PermissionGroupChange.pick({ name: true, roles: true, permissions: true });

/** What the change of a single group takes. */
export const PermissionGroupUpdate = PermissionGroupChange.omit({ groupId: true, deleted: true }).required();
