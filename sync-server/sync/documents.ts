import type { ClientBase } from 'pg';
import { z } from 'zod';
import { CATALOGUE } from '#db/entities.ts';
import type { AnyEntity, EmbeddedIn } from '#db/entity.ts';
import { type CollectionName, OPERATIONS } from '#db/sync/collections.ts';
import type { FeedDocument } from '#db/sync/wire.ts';
import { columnList, query } from '#sync-server/postgres/entity-store.ts';
import { columnOf, isTenant, quoted, rowOf } from '#sync-server/postgres/row-mapping.ts';
import { maskDocument } from '#sync-server/services/patients/mask-patients.ts';
import { eventsWithin } from './history-window.ts';
import { embeddedRowFilter } from './replication-filter.ts';
import type { ReplicatedEntity, Scope } from './scope.ts';

const COLUMNS = `id, device_id AS "deviceId", n, name, version, occurred_at AS "occurredAt", received_at AS "receivedAt",
  outcome, code, message, root_id AS "rootId", rev`;

// A mismatch is another operation under the first one's id: on a replica it would overwrite that one's
// verdict.
/**
 * Read the verdicts of the person's operations with a revision in (after, upTo], newest device last, as feed
 * documents.
 */
export async function verdictDocuments(
  client: Pick<ClientBase, 'query'>,
  scope: Scope,
  after: number,
  upTo: number,
): Promise<FeedDocument[]> {
  const text = `SELECT ${COLUMNS} FROM operation
    WHERE lab = $1 AND user_id = $2 AND rev > $3 AND rev <= $4
      AND (NOT repeated OR code IS DISTINCT FROM 'OPERATION_MISMATCH') ORDER BY rev`;
  const { rows } = await query(client, text, [scope.lab, scope.userId, after, upTo]);
  return rows.map((row) => ({
    collection: OPERATIONS,
    id: String(row['id']),
    kind: 'Operation',
    rev: Number(row['rev']),
    deleted: false,
    // The marked edge: every column above is text or a number.
    body: row as FeedDocument['body'],
  }));
}

/** Find the table of a collection's document with that id. */
export async function tableOf(
  client: ClientBase,
  lab: string,
  collection: CollectionName,
  id: string,
): Promise<string | undefined> {
  for (const { table, replica } of CATALOGUE) {
    if (!replica || !('own' in replica) || replica.own.collection !== collection) continue;
    const { rows } = await query(
      client,
      `SELECT 1 FROM ${quoted(table)} WHERE id = $1 AND (lab = $2) IS TRUE`,
      [id, lab],
    );
    if (rows.length > 0) return table;
  }
  return undefined;
}

type Values = Record<string, unknown>;
type Body = FeedDocument['body'];

interface Child {
  entity: AnyEntity;
  spec: EmbeddedIn;
}

const CHILDREN: readonly Child[] = CATALOGUE.flatMap((entity) =>
  entity.replica && 'embedded' in entity.replica
    ? entity.replica.embedded.map((spec) => ({ entity, spec }))
    : [],
);

const childrenOf = (collection: CollectionName): readonly Child[] =>
  CHILDREN.filter(({ spec }) => spec.collection === collection);

function isList(entity: AnyEntity, field: string): boolean {
  const type: unknown = entity.schema.shape[field];
  return type instanceof z.ZodNullable ? type.unwrap() instanceof z.ZodArray : type instanceof z.ZodArray;
}

async function loadChildren(
  client: ClientBase,
  { entity, spec }: Child,
  ids: readonly string[],
  { reader, lab }: ReplicatedEntity,
): Promise<Map<string, Values[]>> {
  const key = quoted(columnOf(spec.parentKey));
  const values: unknown[] = [ids];
  let when = '';
  if (spec.when) when = ` AND ${quoted(columnOf(spec.when.field))} = ANY ($${values.push(spec.when.in)})`;
  const ofLab = isTenant(entity) ? ` AND (child.lab = $${values.push(lab)}) IS TRUE` : '';
  const match = isList(entity, spec.parentKey) ? `${key} && $1` : `${key} = ANY ($1)`;
  const condition = `${match}${when}${ofLab} AND ${embeddedRowFilter(entity, 'child')}`;
  const source = spec.window
    ? eventsWithin(spec.window, condition, values)
    : `SELECT * FROM ${quoted(entity.table)} AS child WHERE ${condition}`;
  const text = `SELECT ${columnList(entity)} FROM (${source}) AS sent ORDER BY id COLLATE "C"`;
  const { rows } = await query(client, text, values);
  const byParent = new Map<string, Values[]>();
  for (const record of rows) {
    const row: Values = maskDocument(reader, entity, rowOf(entity, record));
    const parents = row[spec.parentKey];
    for (const parent of Array.isArray(parents) ? parents : [parents]) {
      const list = byParent.get(String(parent)) ?? [];
      list.push(sentFields(entity, row));
      byParent.set(String(parent), list);
    }
  }
  return byParent;
}

/** Return the fields of a row that devices receive. */
function sentFields({ replica }: AnyEntity, row: Values): Values {
  return replica?.fields ? Object.fromEntries(replica.fields.map((field) => [field, row[field]])) : row;
}

function bodyOf({ entity, reader }: ReplicatedEntity, record: Values): Body {
  // The marked edge: rows hold only text, numbers, booleans, lists and JSON.
  return sentFields(entity, maskDocument(reader, entity, rowOf(entity, record))) as Body;
}

/**
 * Build the documents of an entity's rows: the row's fields, and its child rows as arrays (also empty ones).
 */
export async function documentsOf(
  client: ClientBase,
  replicated: ReplicatedEntity,
  records: readonly Values[],
): Promise<FeedDocument[]> {
  if (records.length === 0) return [];
  const ids = records.map((record) => String(record['id']));
  const documents = records.map(
    (record): FeedDocument => ({
      collection: replicated.collection,
      id: String(record['id']),
      kind: replicated.entity.name,
      rev: Number(record['rev']),
      deleted: false,
      body: bodyOf(replicated, record),
    }),
  );
  for (const child of childrenOf(replicated.collection)) {
    const byParent = await loadChildren(client, child, ids, replicated);
    for (const document of documents) {
      document.body[child.spec.as] = (byParent.get(document.id) ?? []) as Body[string];
    }
  }
  return documents;
}
