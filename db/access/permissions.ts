import type { Permission } from '../identity/permission.ts';

/** A permission without its `_ALL` form, for example `USERS_EDIT`. */
export type PlainPermission = Exclude<Permission, `${string}_ALL`>;

/** The permissions that have an `_ALL` form. */
type PermissionWithAll = Exclude<PlainPermission, 'PERMISSIONS_EDIT'>;

/** Is this permission in the session's list, itself or in its `_ALL` form? */
export const hasPermission = (permissions: readonly string[], name: PlainPermission): boolean =>
  permissions.includes(name) || permissions.includes(`${name}_ALL`);

/** Does the permission reach beyond the own company, that is, is its `_ALL` form in the list? */
export const hasPermissionForAll = (permissions: readonly string[], name: PermissionWithAll): boolean =>
  permissions.includes(`${name}_ALL`);
