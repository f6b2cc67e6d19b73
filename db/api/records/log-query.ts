import { z } from 'zod';
import type { AnyEntity } from '#db/entity.ts';
import { accessLog } from '#db/records/events/access-log.ts';
import { auditLog } from '#db/records/events/audit-log.ts';
import { event } from '#db/records/events/event.ts';
import { Id } from '#db/values/id.ts';
import { filterOf } from '../filter-values.ts';

type LogFamily = 'events' | 'lab/events' | 'access-log' | 'audit-log';

/** The declaration of an append-only log: its filters, and its columns that name a record. */
export interface RecordLog {
  family: LogFamily;
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

/** A parsed log query. */
export interface LogQuery {
  from: string | null;
  to: string | null;
  filter: Readonly<Record<string, readonly string[]>>;
  search: string;
  sort: { field: string; descending: boolean };
  page: number;
  limit: number;
  /** Cursor: the id of the row before the page. */
  cursor?: string | undefined;
}

const sortOf = (fields: readonly string[]) =>
  z
    .string()
    .max(100)
    .default('occurredAt:desc')
    .transform((text, context) => {
      const [field = '', direction = 'asc'] = text.split(',')[0]?.trim().split(':') ?? [];
      if (!fields.includes(field) || (direction !== 'asc' && direction !== 'desc')) {
        context.addIssue({ code: 'custom', message: `Sort asc or desc by one of: ${fields.join(', ')}.` });
        return z.NEVER;
      }
      return { field, descending: direction === 'desc' };
    });

/**
 * Build the query schema of a log: period, filters by name, `search`, `sort`, `page`, `limit`; newest first.
 */
export const logQueryOf = (log: RecordLog) =>
  z
    .strictObject({
      ...Object.fromEntries(log.filter.map((field) => [field, filterOf(field, log.entity)])),
      from: z.iso.datetime({ offset: true }).optional(),
      to: z.iso.datetime({ offset: true }).optional(),
      search: z.string().trim().max(200).default(''),
      sort: sortOf(log.sort),
      page: z.coerce.number().int().min(1).max(1_000_000).default(1),
      limit: z.coerce.number().int().min(1).max(500).default(50),
      cursor: Id.optional(),
    })
    .transform((query): LogQuery => {
      const values: Record<string, unknown> = query;
      const filter: Record<string, string[]> = {};
      for (const field of log.filter) {
        const filterValue = values[field];
        if (Array.isArray(filterValue)) filter[field] = filterValue.map(String);
      }
      const { from = null, to = null, search, sort, page, limit, cursor } = query;
      return { from, to, filter, search, sort, page, limit, cursor };
    });
