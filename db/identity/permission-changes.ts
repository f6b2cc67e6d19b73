import { roleLabel } from '#db/access/role-labels.ts';
import type { Role } from '#db/access/roles.ts';
import { PERMISSIONS, type Permission } from './permission-group.ts';

/** The scope of a permission in a group. */
export const PERMISSION_LEVELS = ['NONE', 'OWN', 'ALL'] as const;
export type PermissionLevel = (typeof PERMISSION_LEVELS)[number];

/**
 * The level options, in the order and words of the page: the plain permission, and its `_ALL` form if it has
 * one.
 */
export interface PermissionSubject {
  plain: Permission;
  all: Permission | null;
  label: string;
}

const LABELS: readonly (readonly [plain: Permission, label: string])[] = [
  ['USERS_VIEW', 'View users'],
  ['USERS_EDIT', 'Invite and edit users'],
  ['COMPANY_VIEW', 'View organizations'],
  ['COMPANY_EDIT', 'Edit organizations'],
  ['PATIENTS_VIEW', 'View patients'],
  ['PATIENTS_EDIT', 'Edit patients'],
  ['CLINICIAN_LICENSE_EDIT', 'Edit clinician licenses'],
  ['EVENT_LOG_VIEW', 'View event log'],
  ['PERMISSIONS_EDIT', 'Change permissions'],
];

export const PERMISSION_SUBJECTS: readonly PermissionSubject[] = LABELS.map(([base, label]) => ({
  plain: base,
  label,
  all: PERMISSIONS.find((name) => name === `${base}_ALL`) ?? null,
}));

/** Return the label of a level; a permission without an `_ALL` form is only given or not. */
export function levelLabel(subject: PermissionSubject, level: PermissionLevel): string {
  if (level === 'NONE') return 'No';
  if (subject.all === null) return 'Yes';
  return level === 'OWN' ? 'Own organization' : 'All organizations';
}

const SHORT: Record<PermissionLevel, string> = { NONE: 'No', OWN: 'Own', ALL: 'All' };

/** Return the short labels for narrow columns; a line beside them explains Own and All. */
export const shortLevelLabel = (subject: PermissionSubject, level: PermissionLevel): string =>
  subject.all === null ? levelLabel(subject, level) : SHORT[level];

export const LEVEL_LEGEND = 'All: every organization. Own: your organization.';

/** Return the level that permissions give for a subject. */
export function levelOf(permissions: readonly string[], subject: PermissionSubject): PermissionLevel {
  if (subject.all !== null && permissions.includes(subject.all)) return 'ALL';
  return permissions.includes(subject.plain) ? 'OWN' : 'NONE';
}

/** Return the permissions with one subject at another level; the others and their order stay. */
export function withLevel(
  permissions: readonly Permission[],
  subject: PermissionSubject,
  level: PermissionLevel,
): Permission[] {
  const levelPermission =
    level === 'NONE' ? null : level === 'ALL' ? (subject.all ?? subject.plain) : subject.plain;
  const otherPermissions = permissions.filter((name) => name !== subject.plain && name !== subject.all);
  const nextPermissions =
    levelPermission === null ? otherPermissions : [...otherPermissions, levelPermission];
  return PERMISSIONS.filter((name) => nextPermissions.includes(name));
}

/** The editable content of a permission group. */
export interface PermissionGroupContent {
  name: string;
  roles: readonly Role[];
  permissions: readonly Permission[];
}

const without = <T>(list: readonly T[], other: readonly T[]): T[] =>
  list.filter((one) => !other.includes(one));

/** Return the change in an event: old and new name, and added and removed entries. */
export function changeOf(before: PermissionGroupContent, after: PermissionGroupContent) {
  return {
    name: after.name,
    ...(before.name === after.name ? {} : { from: before.name, to: after.name }),
    rolesAdded: without(after.roles, before.roles),
    rolesRemoved: without(before.roles, after.roles),
    permissionsAdded: without(after.permissions, before.permissions),
    permissionsRemoved: without(before.permissions, after.permissions),
  };
}

/** Return whether anything differs. */
export function isChanged(before: PermissionGroupContent, after: PermissionGroupContent): boolean {
  const { rolesAdded, rolesRemoved, permissionsAdded, permissionsRemoved } = changeOf(before, after);
  const lists = [rolesAdded, rolesRemoved, permissionsAdded, permissionsRemoved];
  return before.name !== after.name || lists.some((list) => list.length > 0);
}

/** Describe a change in sentences, for its confirmation. */
export function sentencesOf(before: PermissionGroupContent, after: PermissionGroupContent): string[] {
  const { rolesAdded, rolesRemoved } = changeOf(before, after);
  return [
    ...(before.name === after.name ? [] : [`Is called "${after.name}", was "${before.name}"`]),
    ...rolesAdded.map((role) => `${roleLabel(role, null)} joins`),
    ...rolesRemoved.map((role) => `${roleLabel(role, null)} leaves`),
    ...PERMISSION_SUBJECTS.flatMap((subject) => {
      const [was, is] = [levelOf(before.permissions, subject), levelOf(after.permissions, subject)];
      return was === is
        ? []
        : [`${subject.label}: ${levelLabel(subject, is)}, was ${levelLabel(subject, was)}`];
    }),
  ];
}
