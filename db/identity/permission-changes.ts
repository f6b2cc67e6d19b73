import type { Role } from '#db/access/roles.ts';
import { roleLabel } from '../access/role-labels.ts';
import type { Permission } from './permission.ts';
import { levelLabel, levelOf, PERMISSION_SUBJECTS } from './permission-level.ts';

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
