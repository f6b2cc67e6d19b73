import { hasPermission, hasPermissionForAll, type PlainPermission } from './permissions.ts';
import type { Role } from './roles.ts';
import type { SessionUser } from './session.ts';

/** What of a session user decides which pages there are: the role, its permissions, and whether the company has a parent. */
export type Visitor = Readonly<Pick<SessionUser, 'role' | 'parentCompanyId'>> & {
  permissions: readonly string[];
};

/** A visitor, or a bare role where no gated page is asked about: it has no permission. */
export type RoleOrVisitor = Role | Visitor;

/** A page or a menu entry that asks for a permission, with everything below it (specification 6, page gates). */
const GATES: readonly { path: string; permission: PlainPermission }[] = [
  { path: '/permissions', permission: 'PERMISSIONS_EDIT' },
  { path: '/locations', permission: 'COMPANY_VIEW' },
  { path: '/patients', permission: 'PATIENTS_VIEW' },
];

/** The role of a visitor. */
export const roleOf = (visitor: RoleOrVisitor): Role =>
  typeof visitor === 'string' ? visitor : visitor.role;

const permissionsOf = (visitor: RoleOrVisitor): readonly string[] =>
  typeof visitor === 'string' ? [] : visitor.permissions;

/** The permission that a page asks for, or null when the role alone decides. */
export const gateOf = (path: string): PlainPermission | null =>
  GATES.find((gate) => path === gate.path || path.startsWith(`${gate.path}/`))?.permission ?? null;

/** Does the visitor hold what the page asks for beyond the role? */
export function passesGate(visitor: RoleOrVisitor, path: string): boolean {
  const permission = gateOf(path);
  return permission === null || hasPermission(permissionsOf(visitor), permission);
}

/** Is the entry offered? Locations are, to those who view all companies or whose company has no parent (specification 2.4). */
export function isOffered(visitor: RoleOrVisitor, path: string): boolean {
  if (!passesGate(visitor, path)) return false;
  if (path !== '/locations' || typeof visitor === 'string') return true;
  return hasPermissionForAll(visitor.permissions, 'COMPANY_VIEW') || visitor.parentCompanyId === null;
}
