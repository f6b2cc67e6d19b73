import type { Permission } from '#db/identity/permission-group.ts';
import type { Role } from './roles.ts';
import type { SessionUser } from './session.ts';

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

/**
 * The properties of a session user that decide which pages exist: role, permissions, and whether the company
 * has a parent.
 */
export type Visitor = Readonly<Pick<SessionUser, 'role' | 'parentCompanyId'>> & {
  permissions: readonly string[];
};

/** A visitor, or a bare role (without permissions) where no gated page is checked. */
export type RoleOrVisitor = Role | Visitor;

/**
 * A page or a menu entry that requires a permission, with everything below it (specification 6, page gates).
 */
const GATES: readonly { path: string; permission: PlainPermission }[] = [
  { path: '/permissions', permission: 'PERMISSIONS_EDIT' },
  { path: '/locations', permission: 'COMPANY_VIEW' },
  { path: '/patients', permission: 'PATIENTS_VIEW' },
];

/** Return the role of a visitor. */
export const roleOf = (visitor: RoleOrVisitor): Role =>
  typeof visitor === 'string' ? visitor : visitor.role;

const permissionsOf = (visitor: RoleOrVisitor): readonly string[] =>
  typeof visitor === 'string' ? [] : visitor.permissions;

/** Return the permission that a page requires, or null when the role alone decides. */
export const gateOf = (path: string): PlainPermission | null =>
  GATES.find((gate) => path === gate.path || path.startsWith(`${gate.path}/`))?.permission ?? null;

/** Return whether a visitor has the permission that a page requires in addition to the role. */
export function passesGate(visitor: RoleOrVisitor, path: string): boolean {
  const permission = gateOf(path);
  return permission === null || hasPermission(permissionsOf(visitor), permission);
}

/**
 * Return whether a menu entry is offered. Locations are offered to people who view all companies or whose
 * company has no parent (specification 2.4).
 */
export function isOffered(visitor: RoleOrVisitor, path: string): boolean {
  if (!passesGate(visitor, path)) return false;
  if (path !== '/locations' || typeof visitor === 'string') return true;
  return hasPermissionForAll(visitor.permissions, 'COMPANY_VIEW') || visitor.parentCompanyId === null;
}
