import { z } from 'zod';

/** What was done to a row. */
export const AUDIT_ACTIONS = ['CREATE', 'UPDATE', 'DELETE'] as const;
export const AuditAction = z.enum(AUDIT_ACTIONS);
export type AuditAction = z.infer<typeof AuditAction>;
