import { z } from 'zod';
import { Role } from '#db/access/roles.ts';
import type { ListViewDefinition } from '#db/api/list-counts.ts';
import { EventType } from '#db/records/events/event-type.ts';
import type { StatusDisplay } from '#db/values/tone.ts';

/** The status of a membership: invited, active, or deactivated. */
export const MEMBERSHIP_STATUSES = ['ACTIVE', 'INVITED', 'DEACTIVATED'] as const;
export const MembershipStatus = z.enum(MEMBERSHIP_STATUSES);
export type MembershipStatus = z.infer<typeof MembershipStatus>;

/** A membership as the user list shows it, without password, PIN, token or Google id. */
export const ShownMembership = z.object({
  /** The person; a person in two companies has two rows. */
  id: z.string(),
  userCompanyId: z.string(),
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  image: z.boolean(),
  role: Role,
  companyId: z.string(),
  companyName: z.string(),
  status: MembershipStatus,
  lastLogin: z.string().nullable(),
  invitedAt: z.string().nullable(),
  invitedBy: z.string().nullable(),
  acceptedAt: z.string().nullable(),
});
export type ShownMembership = z.infer<typeof ShownMembership>;

/** `GET /api/users`. */
export const ShownUsers = z.object({
  rows: z.array(ShownMembership),
  total: z.number(),
  page: z.number(),
  limit: z.number(),
});

/** A handheld of a person, and the amount of its undelivered work. */
const ShownDevice = z.object({
  id: z.string(),
  name: z.string(),
  waiting: z.number(),
  lastSyncAt: z.string().nullable(),
  revoked: z.boolean(),
});

/** An event of a person or a membership. */
const ShownHistory = z.object({
  id: z.string(),
  type: EventType,
  occurredAt: z.string(),
  by: z.string().nullable(),
  companyName: z.string().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  reason: z.string().nullable(),
  invitation: z.string().nullable(),
  fields: z.array(z.string()),
});
export type ShownHistory = z.infer<typeof ShownHistory>;

/** A membership on the person's own page, with the roles that the viewer may give there. */
const OpenMembership = ShownMembership.extend({
  rolesToGive: z.array(Role),
  /** Whether the viewer may change the role or the status of this membership. */
  mayManage: z.boolean(),
  devices: z.array(ShownDevice),
  /** The number of devices that may be enrolled on one day; null is any number. */
  devicesPerDay: z.number().nullable(),
  /** The last day of a raised number; null without an end. */
  devicesPerDayUntil: z.string().nullable(),
  /** Whether the viewer, an administrator, may change that number. */
  mayAllowDevices: z.boolean(),
});
export type OpenMembership = z.infer<typeof OpenMembership>;

/** `GET /api/users/:id`: what the viewer sees of a person. */
export const ShownUser = z.object({
  id: z.string(),
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  image: z.boolean(),
  emailVerified: z.string().nullable(),
  createdAt: z.string(),
  isSelf: z.boolean(),
  mayEdit: z.boolean(),
  /** Whether there is a second factor that this viewer, an administrator, may remove. */
  mayResetSecondFactor: z.boolean(),
  memberships: z.array(OpenMembership),
  history: z.array(ShownHistory),
});
export type ShownUser = z.infer<typeof ShownUser>;

/** `GET /api/users/invitable`: the companies into which the viewer may invite, each with the roles for it. */
export const InvitableCompanies = z.object({
  companies: z.array(
    z.object({ id: z.string(), name: z.string(), isHome: z.boolean(), roles: z.array(Role) }),
  ),
});
export type InvitableCompanies = z.infer<typeof InvitableCompanies>;

/** The label, order and tone of each membership status. */
export const MEMBERSHIP_STATUS: Record<MembershipStatus, StatusDisplay> = {
  ACTIVE: { label: 'Active', rank: 0, tone: 'good' },
  INVITED: { label: 'Invited', rank: 1, tone: 'active' },
  DEACTIVATED: { label: 'Deactivated', rank: 2, tone: 'quiet' },
};

const viewOf = (id: string, status: MembershipStatus): ListViewDefinition => ({
  id,
  label: MEMBERSHIP_STATUS[status].label,
  filters: { status: [status] },
});

/** The views of the list of users. */
export const USER_VIEWS: readonly ListViewDefinition[] = [
  { id: 'all', label: 'All', filters: {} },
  viewOf('active', 'ACTIVE'),
  viewOf('invited', 'INVITED'),
  viewOf('deactivated', 'DEACTIVATED'),
];
