import { z } from 'zod';

/** The kinds of change to a row. */
export const AUDIT_ACTIONS = ['CREATE', 'UPDATE', 'DELETE'] as const;
export const AuditAction = z.enum(AUDIT_ACTIONS);
export type AuditAction = z.infer<typeof AuditAction>;
