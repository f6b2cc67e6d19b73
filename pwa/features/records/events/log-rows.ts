import { z } from 'zod';
import { CATALOGUE } from '#db/entities.ts';
import { AccessAction } from '#db/records/events/access-log.ts';
import { AuditAction } from '#db/records/events/audit-log.ts';
import { EventType } from '#db/records/events/event-type.ts';
import { placeText } from '#db/samples/custody/custody-chain.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { humanize } from '#pwa/format/names.ts';

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

/** `GET /api/<log>/activity`. */
export const Activity = z.object({
  unit: z.enum(['hour', 'day', 'week', 'month']),
  buckets: z.array(z.object({ at: z.string(), count: z.number() })),
});
export type Activity = z.infer<typeof Activity>;

// The kinds of records that users know; the others are parts of these.
const NAMES = [
  'Order',
  'Specimen',
  'Sample',
  'Batch',
  'AssignedSection',
  'AccessionGroup',
  'StorageManagement',
  'InventoryItem',
  'InventoryType',
  'Equipment',
  'Company',
  'User',
  'UserCompany',
  'PermissionGroup',
] as const;
const LABELS: Partial<Record<string, string>> = {
  StorageManagement: 'Storage',
  UserCompany: 'Membership',
  AccessionGroup: 'Delivery',
};

const labelOf = (name: string): string => LABELS[name] ?? humanize(name);

/** Kinds of records in the event log. */
export const RECORD_TYPES: readonly { value: string; label: string }[] = NAMES.map((value) => ({
  value,
  label: labelOf(value),
}));

/** Tables in the audit log. */
export const RECORD_TABLES: readonly { value: string; label: string }[] = CATALOGUE.filter(
  ({ appendOnly, table }) => !appendOnly && table !== 'person',
)
  .map(({ name, table }) => ({ value: table, label: labelOf(name) }))
  .sort((a, b) => a.label.localeCompare(b.label));

const CODE = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$|^[A-Z]{4,}$/;
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const Place = z.object({
  containerId: z.string().nullish(),
  container: z.string().nullable(),
  position: z.string().nullish(),
});
const LONGEST = 200;

const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/** Format a stored value for users: a code as words, a time as a date, a location by its name. */
export function shownValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') {
    if (INSTANT.test(value)) return formatDate(value, 'monthDayAtTime');
    return CODE.test(value) ? humanize(value) : cut(value);
  }
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : cut(value.map(shownValue).join(', '));
  const place = Place.safeParse(value);
  if (place.success)
    return placeText({
      containerId: null,
      container: place.data.container,
      position: place.data.position ?? null,
    });
  return cut(JSON.stringify(value));
}
