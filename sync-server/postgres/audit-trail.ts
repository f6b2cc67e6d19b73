import type { ClientBase } from 'pg';
import { ulid } from 'ulid';
import type { AnyEntity } from '#db/entity.ts';

type Values = Record<string, unknown>;

/** The field changes of one row in a transaction; all entries are written in one statement at its end. */
export interface AuditEntry {
  table: string;
  /** The business entity of the row; that of the author for rows without one. */
  entity: string | null;
  recordId: string;
  action: 'CREATE' | 'UPDATE' | 'DELETE';
  changes: Record<string, [unknown, unknown]>;
}

/** The author, time and request of the audit rows. */
export interface AuditStamp {
  entity: string;
  userId: string | null;
  occurredAt: string;
  requestId: string;
}

// Every write changes these fields, so they carry no information.
const BOOKKEEPING = new Set(['id', 'createdAt', 'createdById', 'updatedAt', 'version', 'entity']);

/** Compare two values; lists and JSON are equal if their content is equal. */
export const isEqual = (a: unknown, b: unknown): boolean =>
  a === b || JSON.stringify(a) === JSON.stringify(b);

const recordOfRow = ({ table }: AnyEntity, row: Values) => ({
  table,
  entity: 'entity' in row ? String(row['entity']) : null,
  recordId: String(row['id']),
});

/** Build the entry of a new row; append-only tables are their own record and need none. */
export function createdEntry(entity: AnyEntity, row: Values): AuditEntry | undefined {
  if (entity.appendOnly) return undefined;
  const changes: AuditEntry['changes'] = {};
  for (const [field, value] of Object.entries(row)) {
    if (!BOOKKEEPING.has(field) && value !== null && value !== false) changes[field] = [null, value];
  }
  return { ...recordOfRow(entity, row), action: 'CREATE', changes };
}

/** Build the entry of a changed row, or none if only bookkeeping fields changed. */
export function changedEntry(entity: AnyEntity, before: Values, after: Values): AuditEntry | undefined {
  const changes: AuditEntry['changes'] = {};
  for (const [field, value] of Object.entries(after)) {
    if (!BOOKKEEPING.has(field) && !isEqual(before[field], value)) changes[field] = [before[field], value];
  }
  if (Object.keys(changes).length === 0) return undefined;
  const deleted = after['deleted'] === true && before['deleted'] === false;
  return {
    ...recordOfRow(entity, after),
    action: deleted ? 'DELETE' : 'UPDATE',
    changes,
  };
}

const INSERT = `
  INSERT INTO audit_log (id, created_at, created_by_id, updated_at, version, deleted, entity,
    table_name, record_id, action, changes, user_id, occurred_at, request_id)
  SELECT id, $2, $3, $2, 1, false, coalesce(entity, $4), table_name, record_id, action, changes, $3, $2, $5
  FROM json_to_recordset($1::json) AS entry (id text, entity text, table_name text, record_id text, action text, changes jsonb)`;

// Ids of audit rows need not be unguessable, and system randomness for each character is expensive.
const auditId = (): string => ulid(undefined, Math.random);

/** Write the entries of one transaction. */
export async function writeAuditTrail(
  client: ClientBase,
  entries: readonly AuditEntry[],
  stamp: AuditStamp,
): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map(({ table, entity, recordId, action, changes }) => ({
    id: auditId(),
    entity,
    table_name: table,
    record_id: recordId,
    action,
    changes,
  }));
  await client.query({
    name: 'audit_trail',
    text: INSERT,
    values: [JSON.stringify(rows), stamp.occurredAt, stamp.userId, stamp.entity, stamp.requestId],
  });
}
