import { expect, test } from 'vitest';
import {
  levelOf,
  PERMISSION_SUBJECTS,
  type PermissionSubject,
  sentencesOf,
  withLevel,
} from './permission-changes.ts';
import { PERMISSIONS } from './permission-group.ts';

const subject = (permission: string): PermissionSubject => {
  const permissionSubject = PERMISSION_SUBJECTS.find((one) => one.plain === permission);
  if (!permissionSubject) throw new Error(permission);
  return permissionSubject;
};

test('every permission has one subject, as itself or as its `_ALL` form', () => {
  const listedPermissions = PERMISSION_SUBJECTS.flatMap(({ plain: permission, all }) =>
    all ? [permission, all] : [permission],
  );
  expect(listedPermissions.sort()).toEqual([...PERMISSIONS].sort());
});

test('a level is read from the permissions and written back without changing the others', () => {
  const users = subject('USERS_EDIT');
  expect(levelOf(['USERS_EDIT', 'USERS_EDIT_ALL'], users)).toBe('ALL');
  expect(levelOf(['USERS_EDIT'], users)).toBe('OWN');
  expect(withLevel(['COMPANY_VIEW', 'USERS_EDIT'], users, 'ALL')).toEqual(['USERS_EDIT_ALL', 'COMPANY_VIEW']);
  expect(withLevel(['USERS_EDIT', 'USERS_EDIT_ALL'], users, 'OWN')).toEqual(['USERS_EDIT']);
  expect(withLevel(['USERS_EDIT'], users, 'NONE')).toEqual([]);
  expect(withLevel([], subject('PERMISSIONS_EDIT'), 'ALL')).toEqual(['PERMISSIONS_EDIT']);
});

test('a change is described in sentences', () => {
  const before = { name: 'Sales', roles: ['SALES_REP'], permissions: ['COMPANY_VIEW'] } as const;
  const after = {
    name: 'Sales',
    roles: ['SALES_LEADER'],
    permissions: ['COMPANY_VIEW_ALL', 'PERMISSIONS_EDIT'],
  } as const;
  expect(sentencesOf(before, after)).toEqual([
    'Sales Leader joins',
    'Sales Rep leaves',
    'View organizations: All organizations, was Own organization',
    'Change permissions: Yes, was No',
  ]);
});
