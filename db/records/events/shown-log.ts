import { z } from 'zod';
import { AccessAction } from './access-log.ts';
import { AuditAction } from './audit-log.ts';
import { EventType } from './event-type.ts';

const common = {
  id: z.string(),
  occurredAt: z.string(),
  userId: z.string().nullable(),
  userName: z.string().nullable(),
  recordName: z.string().nullable(),
  /** The record whose page covers this one when it has none of its own: the user of a membership. */
  pageId: z.string().nullable(),
};
const Json = z.record(z.string(), z.unknown());

/** An entry of the event log. */
export const EventRow = z.object({
  ...common,
  type: EventType,
  targetType: z.string(),
  targetId: z.string(),
  companyName: z.string().nullable(),
  deviceName: z.string().nullable(),
  syncedAt: z.string().nullable(),
  data: Json,
});
export type EventRow = z.infer<typeof EventRow>;

/** An entry of the access log. */
export const AccessRow = z.object({
  ...common,
  action: AccessAction,
  targetType: z.string().nullable(),
  targetId: z.string().nullable(),
  companyName: z.string().nullable(),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
});
export type AccessRow = z.infer<typeof AccessRow>;

/** An entry of the audit log, field by field. */
export const AuditRow = z.object({
  ...common,
  action: AuditAction,
  tableName: z.string(),
  recordId: z.string(),
  reason: z.string().nullable(),
  changes: Json,
});
export type AuditRow = z.infer<typeof AuditRow>;

/** Number of log rows per hour, day, week or month of the lab; `at` is the start of the period there. */
export const Activity = z.object({
  unit: z.enum(['hour', 'day', 'week', 'month']),
  buckets: z.array(z.object({ at: z.string(), count: z.number() })),
});
export type Activity = z.infer<typeof Activity>;
