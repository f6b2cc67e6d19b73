import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { instant, ref, text } from '#db/values/field-types.ts';

/** The accesses that are logged. */
export const ACCESS_ACTIONS = [
  'SIGN_IN',
  'SIGN_OUT',
  'SIGN_IN_FAILED',
  'SWITCH_COMPANY',
  'SWITCH_ROLE',
  'VIEW_PATIENT',
  'DOWNLOAD_RESULT',
  'EXPORT',
  'REFUSED',
  'OPEN_APPROVAL_LINK',
  'DECIDE_BY_LINK',
] as const;
export const AccessAction = z.enum(ACCESS_ACTIONS);
export type AccessAction = z.infer<typeof AccessAction>;

/** One sign-in, view of a patient, download or export, with person and address; append only. */
export const accessLog = defineEntity({
  name: 'AccessLog',
  table: 'access_log',
  schema: z.object({
    ...tenantFields,
    /** Null for a sign-in that failed with an unknown address. */
    userId: ref.nullable(),
    companyId: ref.nullable(),
    action: AccessAction,
    targetType: text.nullable(),
    targetId: ref.nullable(),
    ip: text.nullable(),
    userAgent: text.nullable(),
    occurredAt: instant,
  }),
  indexes: ['userId'],
  replica: null,
  appendOnly: true,
});
export type AccessLog = Row<typeof accessLog>;
