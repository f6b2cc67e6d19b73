import { z } from 'zod';
import { Role } from '#db/access/roles.ts';
import { binary, defineCall } from '#db/api/call-definition.ts';
import { someOf } from '#db/api/filter-values.ts';
import { ListCounts } from '#db/api/list-counts.ts';
import { sortOf } from '#db/api/list-query.ts';
import {
  DeviceAllowance,
  MemberStatusChange,
  MembershipId,
  OkAnswer,
  PersonChange,
  RoleChange,
} from '#db/identity/account-forms.ts';
import { InvitableCompanies, MembershipStatus, ShownUser, ShownUsers } from '#db/identity/shown-user.ts';
import { Id } from '#db/values/id.ts';

const UserId = z.strictObject({ id: Id });

/** Sort columns of the user list. */
const USER_SORT = ['id', 'name', 'email', 'role', 'companyName', 'status', 'lastLogin', 'invitedAt'];

const some = <S extends z.ZodType>(one: S) =>
  z
    .union([one, z.array(one).max(50)])
    .transform((value) => [value].flat())
    .optional();

/** Filters of the user list. */
const narrowing = {
  search: z.string().trim().max(200).default(''),
  role: someOf(Role),
  companyId: some(Id),
  status: someOf(MembershipStatus),
  sort: sortOf(USER_SORT),
};

/** The query of the user list. */
export const UserListQuery = z.strictObject({
  ...narrowing,
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(500).default(50),
  /** Cursor: the membership after which the page starts. */
  cursor: Id.optional(),
});
export type UserListQuery = z.infer<typeof UserListQuery>;

/** The query of the export: the same rows without paging. */
export const UserExportQuery = z.strictObject(narrowing);

export const listUsers = defineCall({
  id: 'listUsers',
  method: 'get',
  path: '/api/users',
  access: 'users:read',
  summary: 'Lists the people whom the caller may see, one row for each membership.',
  query: UserListQuery,
  answer: ShownUsers,
});

export const countUsers = defineCall({
  id: 'countUsers',
  method: 'get',
  path: '/api/users/counts',
  access: 'users:read',
  summary: 'Counts the people whom the caller may see in each built-in view of the list.',
  answer: ListCounts,
});

export const exportUsers = defineCall({
  id: 'exportUsers',
  method: 'get',
  path: '/api/users/export',
  access: 'users:read',
  summary: 'Exports the list of people as a file; the access log records the export.',
  query: UserExportQuery.extend({ format: z.enum(['csv', 'xlsx']).default('csv') }),
  answer: binary('text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
});

export const listInvitableCompanies = defineCall({
  id: 'listInvitableCompanies',
  method: 'get',
  path: '/api/users/invitable',
  access: 'users:create',
  summary: 'Lists the companies into which the caller may invite people, with the roles for each.',
  answer: InvitableCompanies,
});

export const readUser = defineCall({
  id: 'readUser',
  method: 'get',
  path: '/api/users/:id',
  access: 'users:read',
  summary: 'Reads one person with memberships, devices and history, as far as the caller may see them.',
  params: UserId,
  answer: ShownUser,
});

export const updateUser = defineCall({
  id: 'updateUser',
  method: 'patch',
  path: '/api/users/:id',
  access: 'users:update',
  summary: 'Changes names and phone of a person.',
  params: UserId,
  body: PersonChange,
  answer: OkAnswer,
  errors: ['BELONGS_ELSEWHERE'],
});

export const updateProfile = defineCall({
  id: 'updateProfile',
  method: 'patch',
  path: '/api/users/profile',
  access: 'preference:update',
  summary: 'Changes the own names and phone.',
  body: PersonChange,
  answer: OkAnswer,
});

export const deleteProfileImage = defineCall({
  id: 'deleteProfileImage',
  method: 'delete',
  path: '/api/users/profile-image/:userId',
  access: 'users/profile-image:delete',
  summary: 'Deletes the picture of a person.',
  params: z.strictObject({ userId: Id }),
  answer: z.object({ message: z.string() }),
});

export const withdrawInvitation = defineCall({
  id: 'withdrawInvitation',
  method: 'patch',
  path: '/api/users/withdraw-invitation',
  access: 'users:update',
  summary: 'Withdraws an invitation before it is accepted, and ends its links.',
  body: MembershipId,
  answer: OkAnswer,
  errors: ['ALREADY_MEMBER'],
});

export const toggleUserStatus = defineCall({
  id: 'toggleUserStatus',
  method: 'patch',
  path: '/api/users/toggle-status',
  access: 'users/toggle-status:update',
  summary: 'Deactivates a member, which ends their sessions and revokes their devices, or activates them.',
  body: MemberStatusChange,
  answer: OkAnswer,
  errors: ['LAST_MANAGER', 'NOT_ACCEPTED', 'OWN_ACCOUNT', 'ROLE_NOT_ALLOWED'],
});

export const allowDevices = defineCall({
  id: 'allowDevices',
  method: 'patch',
  path: '/api/users/allow-devices',
  access: 'users:update',
  summary: 'Sets how many devices a member of the lab may enroll on one day.',
  body: DeviceAllowance,
  answer: OkAnswer,
});

export const changeUserRole = defineCall({
  id: 'changeUserRole',
  method: 'patch',
  path: '/api/users/change-role',
  access: 'users:update',
  summary: 'Gives a member another role, which ends their sessions.',
  body: RoleChange,
  answer: OkAnswer,
  errors: ['LAST_MANAGER', 'OWN_ACCOUNT', 'ROLE_NOT_ALLOWED'],
});
