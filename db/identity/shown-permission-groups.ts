import { z } from 'zod';
import { Role } from '#db/access/roles.ts';
import { Permission } from './permission-group.ts';

/** A permission group as its page shows it, with its last editor. */
export const ShownPermissionGroup = z.object({
  id: z.string(),
  version: z.number(),
  name: z.string(),
  roles: z.array(Role),
  permissions: z.array(Permission),
  changedAt: z.string(),
  /** Null for a group that nobody has changed yet. */
  changedBy: z.string().nullable(),
});
export type ShownPermissionGroup = z.infer<typeof ShownPermissionGroup>;

/** The answer of `GET /api/permissions`: the groups, and the number of active people of each role. */
export const ShownPermissionGroups = z.object({
  groups: z.array(ShownPermissionGroup),
  people: z.partialRecord(Role, z.number()),
});
export type ShownPermissionGroups = z.infer<typeof ShownPermissionGroups>;
