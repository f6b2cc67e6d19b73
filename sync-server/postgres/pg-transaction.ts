import pg from 'pg';
import { changedRow, completeRow, type Stamp } from '#db/complete-row.ts';
import type { AnyEntity, NewRow, Row } from '#db/entity.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { Transaction, Where } from '#db/transaction.ts';
import { type AuditEntry, changedEntry, createdEntry, same, writeAuditTrail } from './audit-trail.ts';
import { insertRow, selectById, selectWhere, updateRow } from './entity-store.ts';
import { hasRevision, rowOf } from './row-mapping.ts';

type Values = Record<string, unknown>;

/** Views: made of other tables, never written. */
const READ_ONLY = new Set(['person']);
const UNIQUE_VIOLATION = '23505';

/** Who, when and for which business entity a transaction writes; `requestId` is the operation's id or the request's. */
export interface PgStamp extends Stamp {
  /** When the server learned of it: fills `syncedAt`. */
  receivedAt: string;
  requestId: string;
}

/** The `Transaction` of rules over one open Postgres transaction, generic over the entity declarations. */
export class PgTransaction implements Transaction {
  /** Revision of every document as it was first read here, by row id. */
  readonly found = new Map<string, number>();
  private readonly client: pg.ClientBase;
  private readonly stamp: PgStamp;
  private readonly rows = new Map<string, Values>();
  private readonly audit: AuditEntry[] = [];

  constructor(client: pg.ClientBase, stamp: PgStamp) {
    this.client = client;
    this.stamp = stamp;
  }

  async get<E extends AnyEntity>(entity: E, id: string): Promise<Row<E> | undefined> {
    const result = await selectById(this.client, entity, id, this.stamp.entity);
    const record = result.rows[0];
    return record ? this.read(entity, record) : undefined;
  }

  async find<E extends AnyEntity>(entity: E, where: Where<E>): Promise<Row<E>[]> {
    const result = await selectWhere(this.client, entity, where, this.stamp.entity);
    return result.rows.map((record) => this.read(entity, record));
  }

  async insert<E extends AnyEntity>(entity: E, row: NewRow<E>): Promise<Row<E>> {
    this.refuseViews(entity);
    const complete = this.received(entity, completeRow(entity, row, this.stamp));
    const values: Values = complete;
    try {
      await insertRow(this.client, entity, values);
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION) {
        throw new AppError('CONFLICT', `${entity.name} ${String(values['id'])} exists already.`);
      }
      throw error;
    }
    this.keep(entity, values);
    this.note(createdEntry(entity, values));
    return complete;
  }

  async patch<E extends AnyEntity>(entity: E, id: string, changes: Partial<Row<E>>): Promise<Row<E>> {
    this.refuseViews(entity);
    if (entity.appendOnly) throw new AppError('INTERNAL', `${entity.name} is append only.`);
    const known = this.rows.get(`${entity.name}|${id}`) ?? (await this.get(entity, id));
    if (!known) throw new AppError('NOT_FOUND', MESSAGES.notFound);
    const before: Values = known;
    // The marked edge: rows are kept by entity name and id, so this is the entity's own row.
    const next = changedRow(entity, before as Row<E>, changes, this.stamp);
    await this.write(entity, id, before, next);
    this.keep(entity, next);
    this.note(changedEntry(entity, before, next));
    return next;
  }

  /** Writes the audit rows of everything done here; called once, when the rule has succeeded. */
  async finish(): Promise<void> {
    const { entity, userId, at, requestId } = this.stamp;
    await writeAuditTrail(this.client, this.audit, { entity, userId, occurredAt: at, requestId });
  }

  private async write(entity: AnyEntity, id: string, before: Values, next: Values): Promise<void> {
    const changed = Object.fromEntries(
      Object.entries(next).filter(([field, value]) => !same(before[field], value)),
    );
    try {
      const result = await updateRow(this.client, entity, id, Number(before['version']), changed);
      if (result.rowCount !== 1)
        throw new AppError('UNAVAILABLE', 'This record was changed meanwhile. Try again.');
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION) {
        throw new AppError('CONFLICT', `Another ${entity.name} has this value already.`);
      }
      throw error;
    }
  }

  private read<E extends AnyEntity>(entity: E, record: Values): Row<E> {
    const row = rowOf(entity, record);
    this.keep(entity, row);
    if (hasRevision(entity)) {
      const id = String(record['id']);
      if (!this.found.has(id)) this.found.set(id, Number(record['rev']));
    }
    return row;
  }

  private received<E extends AnyEntity>(entity: E, row: Row<E>): Row<E> {
    const values: Values = row;
    if (!('syncedAt' in entity.schema.shape) || values['syncedAt'] !== null) return row;
    return { ...row, syncedAt: this.stamp.receivedAt };
  }

  private keep(entity: AnyEntity, row: Values): void {
    this.rows.set(`${entity.name}|${String(row['id'])}`, row);
  }

  private note(entry: AuditEntry | undefined): void {
    if (entry) this.audit.push(entry);
  }

  private refuseViews(entity: AnyEntity): void {
    if (READ_ONLY.has(entity.table)) throw new AppError('INTERNAL', `${entity.name} is read only.`);
  }
}
