import { z } from 'zod';
import { Role } from '#db/access/roles.ts';
import { EmailAddress } from '#db/values/email-address.ts';
import { date } from '#db/values/field-types.ts';
import { Id } from '#db/values/id.ts';
import { Reason } from '#db/values/reason.ts';

/**
 * `POST /api/auth/send-email`: without company the own one; without role that of the pending invitation,
 * otherwise a plain member.
 */
export const SendInvitation = z.strictObject({
  email: EmailAddress,
  role: Role.optional(),
  companyId: Id.optional(),
});

/** One membership, for example the one whose invitation is withdrawn. */
export const MembershipId = z.strictObject({ userCompanyId: Id });

/** Another role for a member of a company. */
export const RoleChange = MembershipId.extend({
  role: Role,
  reason: Reason.nullable().default(null),
});

/** The deactivation of a member, or its end. */
export const MemberStatusChange = MembershipId.extend({ deactivated: z.boolean(), reason: Reason });

/** How many devices a member may enroll on one day; `until` is the last such day, without an end by default. */
export const DeviceAllowance = MembershipId.extend({
  devicesPerDay: z.int().min(1).max(100),
  until: date.nullable().optional(),
});
