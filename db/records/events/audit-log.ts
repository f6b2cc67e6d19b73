import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { instant, json, longText, ref, requiredText, text } from '#db/values/field-types.ts';

/** The kinds of change to a row. */
export const AUDIT_ACTIONS = ['CREATE', 'UPDATE', 'DELETE'] as const;
export const AuditAction = z.enum(AUDIT_ACTIONS);
export type AuditAction = z.infer<typeof AuditAction>;

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
  indexes: ['recordId'],
  replica: null,
  appendOnly: true,
});
export type AuditLog = Row<typeof auditLog>;
