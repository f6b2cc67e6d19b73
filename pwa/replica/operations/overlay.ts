import { CATALOGUE } from '#db/entities.ts';
import type { AnyEntity } from '#db/entity.ts';
import { COLLECTIONS, type CollectionName } from '#db/sync/collections.ts';
import { type Body, isBody, newestFirst, type ReplicaDocument } from '#pwa/replica/store/document.ts';
import { embeddedIn, embeddingsOf, ownCollection } from '#pwa/replica/store/entity-collections.ts';

/** The rows that one or several operations changed on this device, by entity and id. */
export interface RowLayer {
  rows: Map<string, Map<string, Body>>;
  /** Documents whose child row moved to another document. */
  departedRows: { collection: CollectionName; id: string }[];
}

export const emptyLayer = (): RowLayer => ({ rows: new Map(), departedRows: [] });

/** Add a row to a layer. */
export function putRow(layer: RowLayer, entity: AnyEntity, row: Body): void {
  let rows = layer.rows.get(entity.name);
  if (!rows) {
    rows = new Map();
    layer.rows.set(entity.name, rows);
  }
  rows.set(String(row['id']), row);
}

/** The rows that waiting operations change, and the documents that they affect. */
export interface Overlay extends RowLayer {
  /** Ids of changed documents by collection: their own row or a child row is in `rows`. */
  touched: Map<CollectionName, Set<string>>;
  /** Child rows by `collection|parent id`. */
  children: Map<string, Map<string, { as: string; entity: AnyEntity }>>;
}

export const emptyOverlay = (): Overlay => ({
  rows: new Map(),
  departedRows: [],
  touched: new Map(COLLECTIONS.map((collection) => [collection, new Set<string>()])),
  children: new Map(),
});

/** Add an operation's rows to an overlay. */
export function addLayer(overlay: Overlay, layer: RowLayer): void {
  for (const { collection, id } of layer.departedRows) overlay.touched.get(collection)?.add(id);
  for (const entity of CATALOGUE) {
    for (const row of layer.rows.get(entity.name)?.values() ?? []) {
      putRow(overlay, entity, row);
      const collection = ownCollection(entity);
      if (collection) overlay.touched.get(collection)?.add(String(row['id']));
      touchParents(overlay, entity, row);
    }
  }
}

/** Copy an overlay, so that additions do not change the original. */
export function copyOverlay(overlay: Overlay): Overlay {
  return {
    rows: new Map([...overlay.rows].map(([name, rows]) => [name, new Map(rows)])),
    departedRows: [],
    touched: new Map([...overlay.touched].map(([collection, ids]) => [collection, new Set(ids)])),
    children: new Map([...overlay.children].map(([parent, children]) => [parent, new Map(children)])),
  };
}

function touchParents(overlay: Overlay, entity: AnyEntity, row: Body): void {
  for (const place of embeddingsOf(entity)) {
    for (const parentId of parentIds(place, row)) {
      overlay.touched.get(place.collection)?.add(parentId);
      const key = `${place.collection}|${parentId}`;
      const children = overlay.children.get(key) ?? new Map();
      children.set(`${entity.name}|${String(row['id'])}`, { as: place.as, entity });
      overlay.children.set(key, children);
    }
  }
}

/** List the ids of the documents that embed a child row at this path. */
export function parentIds(
  place: { parentKey: string; when?: { field: string; in: readonly string[] } },
  row: Body,
): string[] {
  if (place.when && !place.when.in.includes(String(row[place.when.field]))) return [];
  const parent = row[place.parentKey];
  const ids = Array.isArray(parent) ? parent : [parent];
  return ids.filter((id): id is string => typeof id === 'string');
}

/** Return a document with the waiting operations over it; undefined when it exists in neither. */
export function composeDocument(
  overlay: Overlay,
  collection: CollectionName,
  id: string,
  base: ReplicaDocument | undefined,
): ReplicaDocument | undefined {
  if (!overlay.touched.get(collection)?.has(id)) return base;
  const own = ownRow(overlay, collection, id, base);
  if (!own) return undefined;
  const body: Body = { ...base?.body, ...own.row };
  for (const place of embeddedIn(collection)) {
    const list = body[place.as];
    // A row that an operation moved elsewhere leaves the list of its old parent.
    const unchangedChildren = (Array.isArray(list) ? list.filter(isBody) : []).filter((child) => {
      const changed = overlay.rows.get(place.entity.name)?.get(String(child['id']));
      return !changed;
    });
    const changed = [...(overlay.children.get(`${collection}|${id}`) ?? [])].flatMap(([key, child]) => {
      const row = overlay.rows.get(child.entity.name)?.get(key.slice(child.entity.name.length + 1));
      return child.entity.name === place.entity.name && row && parentIds(place, row).includes(id)
        ? [row]
        : [];
    });
    if (Array.isArray(list) || changed.length > 0) body[place.as] = [...unchangedChildren, ...changed];
  }
  return {
    id,
    kind: own.kind,
    rev: base?.rev ?? 0,
    updatedDesc: newestFirst(body['updatedAt']),
    body,
  };
}

function ownRow(overlay: Overlay, collection: CollectionName, id: string, base: ReplicaDocument | undefined) {
  for (const [name, rows] of overlay.rows) {
    const row = rows.get(id);
    if (row && collectionOf(name) === collection) return { kind: name, row };
  }
  return base ? { kind: base.kind, row: {} } : undefined;
}

const OWN = new Map(CATALOGUE.map((entity) => [entity.name, ownCollection(entity)]));
const collectionOf = (name: string): CollectionName | null => OWN.get(name) ?? null;
