import { z } from 'zod';
import { Role } from '#db/access/roles.ts';
import { someOf } from '#db/api/filter-values.ts';
import { sortOf } from '#db/api/list-query.ts';
import { MembershipStatus } from '#db/identity/shown-user.ts';
import { Id } from '#db/values/id.ts';

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

/** The query of `GET /api/users`. */
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
export type UserExportQuery = z.infer<typeof UserExportQuery>;
