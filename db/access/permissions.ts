import type { Permission } from '../identity/permission.ts';

/** A permission without its `_ALL` form, for example `USERS_EDIT`. */
export type PlainPermission = Exclude<Permission, `${string}_ALL`>;

/** The permissions that have an `_ALL` form. */
type PermissionWithAll = Exclude<PlainPermission, 'PERMISSIONS_EDIT'>;

/** Return whether a permission, or its `_ALL` form, is in the session's list. */
export const hasPermission = (permissions: readonly string[], name: PlainPermission): boolean =>
  permissions.includes(name) || permissions.includes(`${name}_ALL`);

/** Return whether a permission extends beyond the person's own company: its `_ALL` form is in the list. */
export const hasPermissionForAll = (permissions: readonly string[], name: PermissionWithAll): boolean =>
  permissions.includes(`${name}_ALL`);
