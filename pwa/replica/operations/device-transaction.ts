import { changedRow, completeRow, type Stamp } from '#db/complete-row.ts';
import type { AnyEntity, EmbeddedIn, NewRow, Row } from '#db/entity.ts';
import { AppError } from '#db/errors/app-error.ts';
import { matches } from '#db/memory-transaction.ts';
import type { CollectionName } from '#db/sync/collections.ts';
import { type ParentField, type RowFilter, type Transaction, walkAncestors } from '#db/transaction.ts';
import { type Body, childRows, rowOf } from '#pwa/replica/store/document.ts';
import { embeddingsOf, ownCollection } from '#pwa/replica/store/entity-collections.ts';
import { childKey } from '#pwa/replica/store/scan-codes.ts';
import type { BaseReader } from './base-reader.ts';
import { emptyLayer, type Overlay, parentIds, putRow, type RowLayer } from './overlay.ts';

/**
 * The transaction of a rule on a device: pulled documents, then the waiting operations, then what this rule
 * writes. Rows with their own documents are found by id and by any index. Embedded rows are found by their
 * parent's id, and by id or another index through the child keys; events only by their record. A read that no
 * index can answer throws INTERNAL.
 */
export class DeviceTransaction implements Transaction {
  readonly writtenLayer: RowLayer = emptyLayer();
  private readonly base: BaseReader;
  private readonly overlay: Overlay;
  private readonly stamp: Stamp;

  constructor(base: BaseReader, overlay: Overlay, stamp: Stamp) {
    this.base = base;
    this.overlay = overlay;
    this.stamp = stamp;
  }

  async get<E extends AnyEntity>(entity: E, id: string): Promise<Row<E> | undefined> {
    const changed = this.changedRow(entity, id);
    if (changed) return snapshot<E>(changed);
    const collection = ownCollection(entity);
    if (collection) {
      const document = await this.base.document(collection, id);
      return document?.kind === entity.name ? snapshot<E>(rowOf(entity, document.body)) : undefined;
    }
    const rows = await this.embeddedByKey(entity, 'id', id);
    return rows.find((row) => (row as Body)['id'] === id);
  }

  async find<E extends AnyEntity>(entity: E, filter: RowFilter<E>): Promise<Row<E>[]> {
    for (const key of Object.keys(filter)) {
      if (key !== 'id' && key !== 'deleted' && !entity.indexes.includes(key)) {
        throw new AppError('INTERNAL', `${entity.name}.${key} is not declared as an index.`);
      }
    }
    const base = ownCollection(entity)
      ? await this.findOwn(entity, filter)
      : await this.findEmbedded(entity, filter);
    const rows = new Map<string, Body>();
    const add = (row: Body) => {
      if (matches(row as Row<E>, filter)) rows.set(String(row['id']), row);
    };
    for (const row of base as Body[]) if (!this.changedRow(entity, String(row['id']))) add(row);
    const writtenRows = this.writtenLayer.rows.get(entity.name);
    for (const [id, row] of this.overlay.rows.get(entity.name) ?? []) if (!writtenRows?.has(id)) add(row);
    for (const row of writtenRows?.values() ?? []) add(row);
    return [...rows.values()]
      .sort((a, b) => (String(a['id']) < String(b['id']) ? -1 : 1))
      .map((row) => snapshot<E>(row));
  }

  ancestors<E extends AnyEntity>(entity: E, id: string, parentField: ParentField<E>): Promise<Row<E>[]> {
    return walkAncestors(this, entity, id, parentField);
  }

  async insert<E extends AnyEntity>(entity: E, row: NewRow<E>): Promise<Row<E>> {
    const complete = completeRow(entity, row, this.stamp);
    const id = String((complete as Body)['id']);
    const known =
      this.changedRow(entity, id) || (ownCollection(entity) !== null && (await this.get(entity, id)));
    if (known) throw new AppError('CONFLICT', `${entity.name} ${id} exists already.`);
    putRow(this.writtenLayer, entity, complete as Body);
    return complete;
  }

  async patch<E extends AnyEntity>(entity: E, id: string, changes: Partial<Row<E>>): Promise<Row<E>> {
    if (entity.appendOnly) throw new AppError('INTERNAL', `${entity.name} is append only.`);
    const row = await this.get(entity, id);
    if (!row) throw new AppError('NOT_FOUND', 'Not found.');
    const next = changedRow(entity, row, changes, this.stamp);
    for (const place of embeddingsOf(entity)) {
      const now = parentIds(place, next as Body);
      for (const parent of parentIds(place, row as Body)) {
        if (!now.includes(parent))
          this.writtenLayer.departedRows.push({ collection: place.collection, id: parent });
      }
    }
    putRow(this.writtenLayer, entity, next as Body);
    return next;
  }

  /**
   * Read the row as this rule or a waiting operation has written it; copying all rows for each read would
   * slow a fold.
   */
  private changedRow(entity: AnyEntity, id: string): Body | undefined {
    return this.writtenLayer.rows.get(entity.name)?.get(id) ?? this.overlay.rows.get(entity.name)?.get(id);
  }

  private async findOwn<E extends AnyEntity>(entity: E, filter: RowFilter<E>): Promise<Row<E>[]> {
    const collection = ownCollection(entity) as CollectionName;
    const ids = filterValues(filter, 'id');
    if (ids) {
      const documents = await Promise.all(ids.map((id) => this.base.document(collection, String(id))));
      return documents.flatMap((documentMatch) =>
        documentMatch?.kind === entity.name ? [rowOf(entity, documentMatch.body)] : [],
      );
    }
    const field = Object.keys(filter).find((key) => key !== 'deleted' && key !== 'entity') ?? null;
    const values = field === null ? [undefined] : (filterValues(filter, field) ?? []);
    const documentMatch = await Promise.all(
      values.map((value) => this.base.query(collection, { kind: entity.name, field, value })),
    );
    return documentMatch.flat().map((document) => rowOf(entity, document.body));
  }

  private async findEmbedded<E extends AnyEntity>(entity: E, filter: RowFilter<E>): Promise<Row<E>[]> {
    const places = embeddingsOf(entity).filter(
      (place) => filterValues(filter, place.parentKey) && mayHold(place, filter),
    );
    if (places.length > 0) {
      const documentMatch = await Promise.all(
        places.flatMap((place) =>
          (filterValues(filter, place.parentKey) ?? []).map((id) =>
            this.childrenOf(entity, place, String(id)),
          ),
        ),
      );
      return documentMatch.flat();
    }
    const field = ['id', ...entity.indexes].find((key) => filterValues(filter, key));
    if (field === undefined) throw notFoundable(entity, Object.keys(filter).join(', ') || 'nothing');
    const documentMatch = await Promise.all(
      (filterValues(filter, field) ?? []).map((value) => this.embeddedByKey(entity, field, value)),
    );
    return documentMatch.flat();
  }

  private async embeddedByKey<E extends AnyEntity>(
    entity: E,
    field: string,
    value: unknown,
  ): Promise<Row<E>[]> {
    const keyed = entity.name !== 'Event' && (field !== 'id' || !entity.appendOnly);
    if (!keyed || value === null || value === undefined) throw notFoundable(entity, field);
    const places = embeddingsOf(entity);
    const documentMatch = await Promise.all(
      (await this.base.byCode(childKey(entity.name, field, value))).flatMap((hit) =>
        places
          .filter((place) => place.collection === hit.collection)
          .map((place) => this.childrenOf(entity, place, hit.id)),
      ),
    );
    return documentMatch.flat().filter((row) => (row as Body)[field] === value);
  }

  private async childrenOf<E extends AnyEntity>(entity: E, place: EmbeddedIn, id: string): Promise<Row<E>[]> {
    const document = await this.base.document(place.collection, id);
    return document ? childRows(entity, document.body, place.as) : [];
  }
}

const notFoundable = (entity: AnyEntity, by: string): AppError =>
  new AppError('INTERNAL', `${entity.name} cannot be found by ${by} on a device.`);

/** Return the queried values as a list; undefined when the query does not name the field. */
function filterValues<E extends AnyEntity>(filter: RowFilter<E>, field: string): unknown[] | undefined {
  const value = (filter as Body)[field];
  if (value === undefined) return undefined;
  return Array.isArray(value) ? value : [value];
}

function mayHold<E extends AnyEntity>(place: EmbeddedIn, filter: RowFilter<E>): boolean {
  const kinds = place.when ? filterValues(filter, place.when.field) : undefined;
  return !place.when || !kinds || kinds.some((kind) => place.when?.in.includes(String(kind)));
}

// Rules treat their reads as snapshots; a copy keeps a rule's mistake out of the overlay. The schema created
// the row.
const snapshot = <E extends AnyEntity>(row: Body): Row<E> => structuredClone(row) as Row<E>;
