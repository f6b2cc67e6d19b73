import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '../entity.ts';
import { instant, json, longText, ref, requiredText, text } from '../values/field-types.ts';
import { AuditAction } from './audit-action.ts';

/** The change of one row by one write, field by field as `{field: [old, new]}`; append only. */
export const auditLog = defineEntity({
  name: 'AuditLog',
  table: 'audit_log',
  schema: z.object({
    ...tenantFields,
    tableName: requiredText,
    recordId: ref,
    action: AuditAction,
    changes: json,
    userId: ref.nullable(),
    reason: longText.nullable(),
    occurredAt: instant,
    requestId: text.nullable(),
  }),
  create: [],
  update: [],
  list: { sort: ['occurredAt'], filter: ['tableName', 'recordId', 'action', 'userId'], search: [] },
  indexes: ['recordId'],
  replica: null,
  appendOnly: true,
});
export type AuditLog = Row<typeof auditLog>;
