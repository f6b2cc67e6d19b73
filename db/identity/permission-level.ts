import { PERMISSIONS, type Permission } from './permission.ts';

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
  ['USERS_VIEW', 'See users'],
  ['USERS_EDIT', 'Invite and change users'],
  ['COMPANY_VIEW', 'See companies'],
  ['COMPANY_EDIT', 'Change companies'],
  ['PATIENTS_VIEW', 'See patients'],
  ['PATIENTS_EDIT', 'Change patients'],
  ['CLINICIAN_LICENSE_EDIT', 'Change licenses of clinicians'],
  ['EVENT_LOG_VIEW', 'See the event log'],
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
  return level === 'OWN' ? 'Own company' : 'All companies';
}

const SHORT: Record<PermissionLevel, string> = { NONE: 'No', OWN: 'Own', ALL: 'All' };

/** Return the short labels for narrow columns; a line beside them explains Own and All. */
export const shortLevelLabel = (subject: PermissionSubject, level: PermissionLevel): string =>
  subject.all === null ? levelLabel(subject, level) : SHORT[level];

export const LEVEL_LEGEND = 'All: in all companies. Own: in the own company.';

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
