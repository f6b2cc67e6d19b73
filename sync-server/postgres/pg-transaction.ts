import type pg from 'pg';
import { type LabMember, visibleEntities } from '#db/access/lab.ts';
import { changedRow, completeRow, type Stamp } from '#db/complete-row.ts';
import type { AnyEntity, NewRow, Row } from '#db/entity.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { matches } from '#db/memory-transaction.ts';
import type { ParentField, RowFilter, Transaction } from '#db/transaction.ts';
import { createPrefetcher, createWriter, NO_CACHE } from './acceleration/acceleration.ts';
import type { Prefetcher, ReadCache, RowWriter } from './acceleration/parts.ts';
import { type AuditEntry, changedEntry, createdEntry, isEqual, writeAuditTrail } from './audit-trail.ts';
import { selectAncestors, selectById, selectWhere } from './entity-store.ts';
import { hasRevision, rowOf } from './row-mapping.ts';
import { allOrFirstError } from './transaction.ts';

type Values = Record<string, unknown>;

/** Views, which are never written. */
const READ_ONLY = new Set(['person']);

/** The author, time and scope of a transaction; `requestId` is the id of the operation or request. */
export interface PgStamp extends Stamp {
  lab: string;
  /** The business entities of the lab whose rows are found. */
  entities: readonly string[];
  /** Time of arrival at the server; fills `syncedAt`. */
  receivedAt: string;
  requestId: string;
}

/** Return the scope of a transaction for a person: their own business entity, for bench work all that they serve. */
export const scopeOfActor = (
  actor: LabMember,
  work: 'office' | 'bench',
): Pick<PgStamp, 'entity' | 'lab' | 'entities'> => ({
  entity: actor.entity,
  lab: actor.lab.id,
  entities: work === 'bench' ? visibleEntities(actor) : [actor.entity],
});

/**
 * The `Transaction` of rules over one open Postgres transaction, generic over the entity declarations. The
 * caller holds the lab's head, so rows cannot change after they are read; writes are collected
 * until `finish`.
 */
export class PgTransaction implements Transaction {
  /** Revision of every document at its first read in this transaction, by row id. */
  readonly readRevisions = new Map<string, number>();
  private readonly client: pg.ClientBase;
  private readonly stamp: PgStamp;
  private readonly rows = new Map<string, Values>();
  private readonly queryResults = new Map<string, readonly Values[]>();
  private readonly writtenRows = new Map<AnyEntity, Map<string, Values>>();
  private readonly audit: AuditEntry[] = [];
  private readonly writer: RowWriter;
  private readonly prefetcher: Prefetcher;
  private readonly cache: ReadCache;
  private readonly changed: [AnyEntity, Values][] = [];

  /**
   * `prefetcher` reads what the rule will need; `cache` holds what earlier operations of the transaction have
   * read.
   */
  constructor(
    client: pg.ClientBase,
    stamp: PgStamp,
    prefetcher: Prefetcher = createPrefetcher(client, stamp.lab, null),
    cache: ReadCache = NO_CACHE,
  ) {
    this.client = client;
    this.stamp = stamp;
    this.writer = createWriter(client, stamp.lab);
    this.cache = cache;
    this.prefetcher = prefetcher;
  }

  /** Prefetch the expected rows; the first statements are sent before this returns. */
  prefetch(): Promise<void> {
    return this.prefetcher.prefetchRelated();
  }

  async get<E extends AnyEntity>(entity: E, id: string): Promise<Row<E> | undefined> {
    const known = this.known(entity, id);
    if (known) return known;
    const prefetched = await this.prefetcher.find(entity, 'id', id);
    const records =
      prefetched ??
      (await this.cache.read(entity, { id }, () => selectById(this.client, entity, id, this.stamp.lab)));
    const [record] = records.filter((one) => this.isOwn(one));
    return record ? this.read(entity, record) : undefined;
  }

  async find<E extends AnyEntity>(entity: E, filter: RowFilter<E>): Promise<Row<E>[]> {
    const definedFilter: Values = Object.fromEntries(
      Object.entries(filter).filter(([, value]) => value !== undefined),
    );
    const question = `${entity.name}|${JSON.stringify(definedFilter)}`;
    // Rules repeat the same query; the head is held, so only writes of this transaction change the result.
    const storedRows = this.queryResults.get(question) ?? (await this.ask(entity, definedFilter));
    this.queryResults.set(question, storedRows);
    return this.overlayWrites(entity, definedFilter, storedRows);
  }

  async ancestors<E extends AnyEntity>(
    entity: E,
    id: string,
    parentField: ParentField<E>,
  ): Promise<Row<E>[]> {
    const chain = new Map<string, Row<E>>();
    const byId = (rows: readonly Values[]) => new Map(rows.map((record) => [record['id'], record]));
    let records = byId(this.prefetcher.findAncestors(entity, id, parentField) ?? []);
    for (let next: unknown = id; typeof next === 'string' && !chain.has(next); ) {
      let row = this.readFrom(entity, next, records);
      if (!row) {
        records = byId(await this.askAncestors(entity, next, parentField));
        row = this.readFrom(entity, next, records);
      }
      if (!row) break;
      chain.set(next, row);
      next = row[parentField];
    }
    return [...chain.values()];
  }

  async insert<E extends AnyEntity>(entity: E, row: NewRow<E>): Promise<Row<E>> {
    this.refuseViews(entity);
    const complete = this.received(entity, completeRow(entity, row, this.stamp));
    const values: Values = complete;
    if (this.writesOf(entity).has(String(values['id'])))
      throw new AppError('CONFLICT', `${entity.name} ${String(values['id'])} exists already.`);
    await this.writer.insert(entity, values);
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
      Object.entries(next).filter(([field, value]) => !isEqual(before[field], value)),
    );
    await this.writer.update(entity, before, next, changed);
    this.changed.push([entity, before]);
    this.remember(entity, next);
    this.note(changedEntry(entity, before, next));
    return next as Row<E>;
  }

  /** Write all collected changes and their audit rows; called once, after the rule has succeeded. */
  async finish(): Promise<void> {
    const { entity, userId, at, requestId } = this.stamp;
    this.prefetcher.end();
    for (const [entity, before] of this.changed) this.cache.invalidate(entity, before);
    for (const [entity, rows] of this.writtenRows)
      for (const row of rows.values()) this.cache.invalidate(entity, row);
    const audit = { entity, userId, occurredAt: at, requestId };
    await allOrFirstError([this.writer.flush(), writeAuditTrail(this.client, this.audit, audit)]);
  }

  /** Return the row as known here, or from the records. */
  private readFrom<E extends AnyEntity>(
    entity: E,
    id: string,
    records: ReadonlyMap<unknown, Values>,
  ): Row<E> | undefined {
    const known = this.known(entity, id);
    const record = records.get(id);
    return known ?? (record && this.isOwn(record) ? this.read(entity, record) : undefined);
  }

  private askAncestors(entity: AnyEntity, id: string, above: string): Promise<readonly Values[]> {
    const select = () => selectAncestors(this.client, entity, [id], above, this.stamp.lab);
    return this.cache.read(entity, { id: [id], above }, select);
  }

  private async ask(entity: AnyEntity, definedFilter: Values): Promise<readonly Values[]> {
    const [[key, value] = [], more] = Object.entries(definedFilter);
    const known = key === 'id' && !more ? this.knownRows(entity, value) : undefined;
    if (known) return known;
    const prefetched = key && !more ? await this.prefetcher.find(entity, key, value) : undefined;
    const select = () => selectWhere(this.client, entity, definedFilter, this.stamp.lab);
    const records = prefetched ?? (await this.cache.read(entity, { ...definedFilter, find: true }, select));
    const pending = this.writesOf(entity);
    return records
      .filter((record) => this.isOwn(record))
      .map((record) => pending.get(String(record['id'])) ?? this.read(entity, record));
  }

  /** Return the query result with the writes of this operation applied. */
  private overlayWrites<E extends AnyEntity>(
    entity: E,
    filter: Values,
    storedRows: readonly Values[],
  ): Row<E>[] {
    const pending = this.writesOf(entity);
    const unchangedRows = storedRows.filter((row) => !pending.has(String(row['id']))) as Row<E>[];
    const own = [...pending.values()].filter((row) => this.isOwn(row)) as Row<E>[];
    const all = [...unchangedRows, ...own].filter((row) => matches(row as Values, filter));
    if (own.length === 0) return all;
    return all.sort((a, b) => (String((a as Values)['id']) < String((b as Values)['id']) ? -1 : 1));
  }

  private writesOf(entity: AnyEntity): Map<string, Values> {
    let rows = this.writtenRows.get(entity);
    if (!rows) {
      rows = new Map();
      this.writtenRows.set(entity, rows);
    }
    return rows;
  }

  private remember(entity: AnyEntity, row: Values): void {
    this.keep(entity, row);
    this.writesOf(entity).set(String(row['id']), row);
  }

  /** Return the rows with these ids in their order, or undefined if one is not known yet. */
  private knownRows(entity: AnyEntity, ids: unknown): readonly Values[] | undefined {
    if (!Array.isArray(ids)) return undefined;
    const rows = [...new Set(ids)].sort().map((id) => this.known(entity, String(id)));
    return rows.every((row) => row !== undefined) ? rows : undefined;
  }

  private known<E extends AnyEntity>(entity: E, id: string): Row<E> | undefined {
    const row = this.rows.get(`${entity.name}|${id}`);
    // The marked edge: rows are stored by entity name and id, so this is the entity's own row.
    return row && this.isOwn(row) ? (row as Row<E>) : undefined;
  }

  private isOwn(row: Values): boolean {
    return !('entity' in row) || this.stamp.entities.includes(String(row['entity']));
  }

  private read<E extends AnyEntity>(entity: E, record: Values): Row<E> {
    const row = rowOf(entity, record);
    this.keep(entity, row);
    if (hasRevision(entity)) {
      const id = String(record['id']);
      if (!this.readRevisions.has(id)) this.readRevisions.set(id, Number(record['rev']));
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
