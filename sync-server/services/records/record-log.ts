import type { Family } from '#db/access/families.ts';
import type { AnyEntity } from '#db/entity.ts';
import { accessLog } from '#db/records/access-log.ts';
import { auditLog } from '#db/records/audit-log.ts';
import { event } from '#db/records/event.ts';

/** The declaration of an append-only log: its filters, and its columns that name a record. */
export interface RecordLog {
  family: Family;
  entity: AnyEntity;
  filter: readonly string[];
  sort: readonly string[];
  record: { type: 'target_type' | 'table_name'; id: 'target_id' | 'record_id' };
  hasCompany: boolean;
  hasDevice: boolean;
}

const EVENTS = {
  entity: event,
  filter: ['type', 'targetType', 'targetId', 'userId', 'companyId'],
  sort: ['id', 'occurredAt', 'type'],
  record: { type: 'target_type', id: 'target_id' },
  hasCompany: true,
  hasDevice: true,
} as const;

/** The rows that customers see of their own records, and the same list for staff. */
export const EVENTS_LOG: RecordLog = { family: 'events', ...EVENTS };
export const LAB_EVENTS_LOG: RecordLog = { family: 'lab/events', ...EVENTS };
export const ACCESS_LOG: RecordLog = {
  family: 'access-log',
  entity: accessLog,
  filter: ['action', 'targetType', 'targetId', 'userId', 'companyId'],
  sort: ['id', 'occurredAt', 'action'],
  record: { type: 'target_type', id: 'target_id' },
  hasCompany: true,
  hasDevice: false,
};
export const AUDIT_LOG: RecordLog = {
  family: 'audit-log',
  entity: auditLog,
  filter: ['action', 'tableName', 'recordId', 'userId'],
  sort: ['id', 'occurredAt', 'action'],
  record: { type: 'table_name', id: 'record_id' },
  hasCompany: false,
  hasDevice: false,
};
