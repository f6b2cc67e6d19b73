import { z } from 'zod';
import { Role } from '#db/access/roles.ts';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { bool, date, instant, int, ref } from '#db/values/field-types.ts';

/** A membership of a person in one company with one role; a session is one membership. Devices see it as `Person`. */
export const userCompany = defineEntity({
  name: 'UserCompany',
  table: 'user_company',
  schema: z.object({
    ...tenantFields,
    userId: ref,
    companyId: ref,
    role: Role,
    deactivated: bool,
    lastLogin: instant.nullable(),
    invitedAt: instant.nullable(),
    invitedById: ref.nullable(),
    /** Null until an invitation is accepted; such a membership is deactivated. */
    acceptedAt: instant.nullable(),
    /** Raised when every session of the membership must end: another role, deactivation. */
    sessionVersion: int,
    /**
     * The number of devices that the person may enroll on one lab day; null is the default of the
     * installation.
     */
    devicesPerDay: int.min(1).max(100).nullable(),
    /** The last lab day of that number; null without an end. */
    devicesPerDayUntil: date.nullable(),
  }),
  indexes: ['userId', 'companyId', 'role'],
  replica: null,
});
export type UserCompany = Row<typeof userCompany>;
