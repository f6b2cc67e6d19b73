import { PERMISSIONS, type Permission } from './permission.ts';

/** How far a permission of a group reaches. */
export const PERMISSION_LEVELS = ['NONE', 'OWN', 'ALL'] as const;
export type PermissionLevel = (typeof PERMISSION_LEVELS)[number];

/** What is given, in the order and words of the page: the plain permission, and its `_ALL` form when it has one. */
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

/** How a level is called; a permission without an `_ALL` form is simply given or not. */
export function levelLabel(subject: PermissionSubject, level: PermissionLevel): string {
  if (level === 'NONE') return 'No';
  if (subject.all === null) return 'Yes';
  return level === 'OWN' ? 'Own company' : 'All companies';
}

const SHORT: Record<PermissionLevel, string> = { NONE: 'No', OWN: 'Own', ALL: 'All' };

/** The same where there is little room; a line beside it tells what Own and All mean. */
export const shortLevelLabel = (subject: PermissionSubject, level: PermissionLevel): string =>
  subject.all === null ? levelLabel(subject, level) : SHORT[level];

export const LEVEL_LEGEND = 'All: in all companies. Own: in the own company.';

/** How far these permissions reach for a subject. */
export function levelOf(permissions: readonly string[], subject: PermissionSubject): PermissionLevel {
  if (subject.all !== null && permissions.includes(subject.all)) return 'ALL';
  return permissions.includes(subject.plain) ? 'OWN' : 'NONE';
}

/** The permissions with one subject at another level; the others and their order stay. */
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
