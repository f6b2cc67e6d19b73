import { ALL_ACTIONS } from './grants.ts';
import { menuOfRole } from './menus.ts';
import { CLINICAL_PATHS } from './paths-clinical.ts';
import { COMMON, LAB_PATHS, type Pattern } from './paths-lab.ts';
import { passesGate, type RoleOrVisitor, roleOf } from './permissions.ts';
import { isOneOf, type Role } from './roles.ts';
import type { SiteVariant } from './session.ts';

const covers = (pattern: Pattern, path: string): boolean =>
  pattern.endsWith('/*')
    ? path === pattern.slice(0, -2) || path.startsWith(pattern.slice(0, -1))
    : path === pattern;

/** Remove a trailing slash, which does not change the page. */
const trimTrailingSlash = (path: string): string =>
  path.length > 1 ? path.replace(/\/+$/, '') || '/' : path;

/**
 * Return the paths of a role's menu: those of each entry (D9) and, in the clinical variant, the paths below
 * (D10).
 */
function menuPatterns(variant: SiteVariant, role: Role): Pattern[] {
  const paths = menuOfRole(variant, role).flatMap((entry) => [
    entry.path,
    ...(entry.children ?? []).map((child) => child.path),
  ]);
  return variant === 'clinical' ? paths.map((path) => (path === '/' ? path : `${path}/*`)) : paths;
}

/** Return the path patterns of a role: allowed ones, and excluded ones after `!`. `/*` is everything. */
export function pathsOf(variant: SiteVariant, role: Role): readonly Pattern[] {
  if (isOneOf(role, ALL_ACTIONS)) return ['/*'];
  const own = variant === 'lab-services' ? LAB_PATHS[role] : CLINICAL_PATHS[role];
  const patterns = [...COMMON, ...(own ?? []), ...menuPatterns(variant, role)];
  return [...new Set(patterns)];
}

/** Return whether a person may open a path. The role decides and, for gated pages, a permission. */
export function mayVisit(variant: SiteVariant, visitor: RoleOrVisitor, path: string): boolean {
  const page = trimTrailingSlash(path);
  if (!passesGate(visitor, page)) return false;
  const patterns = pathsOf(variant, roleOf(visitor));
  const excluded = patterns.some((pattern) => pattern.startsWith('!') && covers(pattern.slice(1), page));
  return !excluded && patterns.some((pattern) => !pattern.startsWith('!') && covers(pattern, page));
}
