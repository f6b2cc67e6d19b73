import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '../entity.ts';
import { instant, ref, text } from '../values/field-types.ts';
import { AccessAction } from './access-action.ts';

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
  create: [],
  update: [],
  list: { sort: ['occurredAt', 'action'], filter: ['userId', 'companyId', 'action'], search: [] },
  indexes: ['userId'],
  replica: null,
  appendOnly: true,
});
export type AccessLog = Row<typeof accessLog>;
