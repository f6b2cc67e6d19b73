import { z } from 'zod';
import { ROLES, Role } from '#db/access/roles.ts';
import { int, ref } from '#db/values/field-types.ts';
import { oneLine } from '#db/values/one-line.ts';
import { Permission } from './permission-group.ts';

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
