import { z } from 'zod';
import { defineCall } from '#db/api/call-definition.ts';
import {
  NewPermissionGroup,
  PermissionGroupChanges,
  PermissionGroupUpdate,
} from '#db/identity/permission-group-change.ts';
import { ShownPermissionGroup, ShownPermissionGroups } from '#db/identity/shown-permission-groups.ts';
import { Id } from '#db/values/id.ts';

const GroupId = z.strictObject({ id: Id });
const REFUSALS = ['NAME_TAKEN', 'NOBODY_LEFT', 'OWN_PERMISSION'] as const;

export const readPermissionGroups = defineCall({
  id: 'readPermissionGroups',
  method: 'get',
  path: '/api/permissions',
  access: 'permissions:read',
  summary: 'Reads the permission groups, and how many active people have each role.',
  answer: ShownPermissionGroups,
});

export const changePermissionGroups = defineCall({
  id: 'changePermissionGroups',
  method: 'put',
  path: '/api/permissions',
  access: 'permissions:update',
  summary: 'Changes, adds and removes permission groups, all of them or none.',
  body: PermissionGroupChanges,
  answer: ShownPermissionGroups,
  errors: REFUSALS,
});

export const createPermissionGroup = defineCall({
  id: 'createPermissionGroup',
  method: 'post',
  path: '/api/permissions',
  access: 'permissions:create',
  summary: 'Creates one permission group.',
  body: NewPermissionGroup,
  answer: ShownPermissionGroup,
  status: 201,
  errors: REFUSALS,
});

export const updatePermissionGroup = defineCall({
  id: 'updatePermissionGroup',
  method: 'put',
  path: '/api/permissions/:id',
  access: 'permissions:update',
  summary: 'Changes name, roles and permissions of one group.',
  params: GroupId,
  body: PermissionGroupUpdate,
  answer: ShownPermissionGroup,
  errors: REFUSALS,
});

export const deletePermissionGroup = defineCall({
  id: 'deletePermissionGroup',
  method: 'delete',
  path: '/api/permissions/:id',
  access: 'permissions:delete',
  summary: 'Removes one permission group; its roles lose what only it gives.',
  params: GroupId,
  errors: REFUSALS,
});
