import type pg from 'pg';
import { changedRow, completeRow, type Stamp } from '#db/complete-row.ts';
import type { AnyEntity, NewRow, Row } from '#db/entity.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { matches } from '#db/memory-transaction.ts';
import type { Transaction, Where } from '#db/transaction.ts';
import { type AuditEntry, changedEntry, createdEntry, same, writeAuditTrail } from './audit-trail.ts';
import { selectById, selectWhere } from './entity-store.ts';
import { type Act, ForeseenReads } from './foreseen-reads.ts';
import { HeldReads } from './held-reads.ts';
import { inOnePacket, inOrder } from './one-packet.ts';
import { hasRevision, rowOf } from './row-mapping.ts';
import { WriteBuffer } from './write-buffer.ts';

type Values = Record<string, unknown>;

/** Views: made of other tables, never written. */
const READ_ONLY = new Set(['person']);

/** Who, when and for which business entity a transaction writes; `requestId` is the operation's id or the request's. */
export interface PgStamp extends Stamp {
  /** When the server learned of it: fills `syncedAt`. */
  receivedAt: string;
  requestId: string;
}

/**
 * The `Transaction` of rules over one open Postgres transaction, generic over the entity declarations. The caller holds
 * the business entity's head, so a row that was read stays as it is; writes are collected until `finish`.
 */
export class PgTransaction implements Transaction {
  /** Revision of every document as it was first read here, by row id. */
  readonly found = new Map<string, number>();
  private readonly client: pg.ClientBase;
  private readonly stamp: PgStamp;
  private readonly rows = new Map<string, Values>();
  private readonly asked = new Map<string, readonly Values[]>();
  private readonly written = new Map<AnyEntity, Map<string, Values>>();
  private readonly audit: AuditEntry[] = [];
  private readonly buffer: WriteBuffer;
  private readonly foreseen: ForeseenReads;
  private readonly held: HeldReads;
  private readonly changed: [AnyEntity, Values][] = [];

  /**
   * `act` is the operation: it tells which rows its rule will ask for, unless they are on the way already; `held` is
   * what the acts before it have read.
   */
  constructor(
    client: pg.ClientBase,
    stamp: PgStamp,
    act: Act | ForeseenReads | null = null,
    held = new HeldReads(),
  ) {
    this.client = client;
    this.stamp = stamp;
    this.buffer = new WriteBuffer(client);
    this.held = held;
    this.foreseen = act instanceof ForeseenReads ? act : new ForeseenReads(client, stamp.entity, act);
  }

  /** Reads what is foreseen to be asked for; its statements are sent before this returns. */
  begin(): Promise<void> {
    return this.foreseen.begin();
  }

  async get<E extends AnyEntity>(entity: E, id: string): Promise<Row<E> | undefined> {
    const known = this.rows.get(`${entity.name}|${id}`);
    // The marked edge: rows are kept by entity name and id, so this is the entity's own row.
    if (known && this.isOwn(known)) return known as Row<E>;
    const named = await this.foreseen.find(entity, 'id', id);
    const records =
      named ??
      (await this.held.read(entity, { id }, () => selectById(this.client, entity, id, this.stamp.entity)));
    const [record] = records;
    return record ? this.read(entity, record) : undefined;
  }

  async find<E extends AnyEntity>(entity: E, where: Where<E>): Promise<Row<E>[]> {
    const wanted: Values = Object.fromEntries(
      Object.entries(where).filter(([, value]) => value !== undefined),
    );
    const question = `${entity.name}|${JSON.stringify(wanted)}`;
    // Rules ask the same in several places; the head is held, so the answer is the same but for what was written here.
    const found = this.asked.get(question) ?? (await this.ask(entity, wanted));
    this.asked.set(question, found);
    return this.withWritten(entity, wanted, found);
  }

  async insert<E extends AnyEntity>(entity: E, row: NewRow<E>): Promise<Row<E>> {
    this.refuseViews(entity);
    const complete = this.received(entity, completeRow(entity, row, this.stamp));
    const values: Values = complete;
    if (this.writtenOf(entity).has(String(values['id'])))
      throw new AppError('CONFLICT', `${entity.name} ${String(values['id'])} exists already.`);
    await this.buffer.insert(entity, values);
    this.remember(entity, values);
    this.note(createdEntry(entity, values));
    return complete;
  }

  async patch<E extends AnyEntity>(entity: E, id: string, changes: Partial<Row<E>>): Promise<Row<E>> {
    this.refuseViews(entity);
    if (entity.appendOnly) throw new AppError('INTERNAL', `${entity.name} is append only.`);
    const known = await this.get(entity, id);
    if (!known) throw new AppError('NOT_FOUND', MESSAGES.notFound);
    const before: Values = known;
    const next: Values = changedRow(entity, known, changes, this.stamp);
    const changed = Object.fromEntries(
      Object.entries(next).filter(([field, value]) => !same(before[field], value)),
    );
    await this.buffer.update(entity, before, next, changed);
    this.changed.push([entity, before]);
    this.remember(entity, next);
    this.note(changedEntry(entity, before, next));
    return next as Row<E>;
  }

  /** Writes everything that was done here, and its audit rows; called once, when the rule has succeeded. */
  async finish(): Promise<void> {
    const { entity, userId, at, requestId } = this.stamp;
    this.foreseen.end();
    for (const [entity, before] of this.changed) this.held.written(entity, before);
    for (const [entity, rows] of this.written)
      for (const row of rows.values()) this.held.written(entity, row);
    const audit = { entity, userId, occurredAt: at, requestId };
    const sent = inOnePacket(this.client, () => [
      this.buffer.flush(),
      writeAuditTrail(this.client, this.audit, audit),
    ]);
    await inOrder(sent);
  }

  private async ask(entity: AnyEntity, wanted: Values): Promise<readonly Values[]> {
    const [[key, value] = [], more] = Object.entries(wanted);
    const named = key && !more ? await this.foreseen.find(entity, key, value) : undefined;
    const select = () => selectWhere(this.client, entity, wanted, this.stamp.entity);
    const records = named ?? (await this.held.read(entity, { ...wanted, find: true }, select));
    const written = this.writtenOf(entity);
    return records.map((record) => written.get(String(record['id'])) ?? this.read(entity, record));
  }

  /** What was found, as it stands after the writes of this operation. */
  private withWritten<E extends AnyEntity>(entity: E, where: Values, found: readonly Values[]): Row<E>[] {
    const written = this.writtenOf(entity);
    const kept = found.filter((row) => !written.has(String(row['id']))) as Row<E>[];
    const own = [...written.values()].filter((row) => this.isOwn(row)) as Row<E>[];
    const all = [...kept, ...own].filter((row) => matches(row as Values, where));
    if (own.length === 0) return all;
    return all.sort((a, b) => (String((a as Values)['id']) < String((b as Values)['id']) ? -1 : 1));
  }

  private writtenOf(entity: AnyEntity): Map<string, Values> {
    let rows = this.written.get(entity);
    if (!rows) {
      rows = new Map();
      this.written.set(entity, rows);
    }
    return rows;
  }

  private remember(entity: AnyEntity, row: Values): void {
    this.keep(entity, row);
    this.writtenOf(entity).set(String(row['id']), row);
  }

  private isOwn(row: Values): boolean {
    return !('entity' in row) || row['entity'] === this.stamp.entity;
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
