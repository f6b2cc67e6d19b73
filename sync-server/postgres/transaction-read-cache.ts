import type { ClientBase } from 'pg';
import type { AnyEntity } from '#db/entity.ts';

type Values = Record<string, unknown>;

/** What every act looks up on its way and hardly any act changes: places up to the room, protocols, kinds of things. */
const REFERENCE_TABLES = new Set([
  'storage_management',
  'equipment',
  'inventory_type',
  'measurement_unit',
  'protocol',
  'procedure',
  'section',
  'step',
  'field',
  'flow',
  'protocol_flow',
]);

/**
 * The furniture of the lab, and its events, as one transaction has read them: nobody else can change them while it
 * holds the business entity's head, so the acts that share it read them once. Whatever may have changed one of them,
 * or given it a new revision, makes it forget all.
 */
export class TransactionReadCache {
  private readonly answers = new Map<string, readonly Values[]>();
  private readonly ids = new Set<unknown>();

  /** The records of an earlier act's same question, or those that `ask` reads. */
  async read(
    entity: AnyEntity,
    filter: Values,
    ask: () => Promise<{ rows: Values[] }>,
  ): Promise<readonly Values[]> {
    const isReference = REFERENCE_TABLES.has(entity.table);
    if (!isReference && !(entity.table === 'event' && this.ids.has(filter['targetId'])))
      return (await ask()).rows;
    const question = `${entity.name}|${JSON.stringify(filter)}`;
    const known = this.answers.get(question);
    if (known) return known;
    const { rows } = await ask();
    this.answers.set(question, rows);
    if (isReference) for (const { id } of rows) this.ids.add(id);
    return rows;
  }

  /** A row was written, as it was or as it is now: a row that rides in a document gives that a new revision. */
  invalidate(entity: AnyEntity, row: Values): void {
    const isEmbedded = entity.replica !== null && 'embedded' in entity.replica;
    if (
      REFERENCE_TABLES.has(entity.table) ||
      (isEmbedded && Object.values(row).some((value) => this.ids.has(value)))
    )
      this.forget();
  }

  /** Something was undone, or written by other hands. */
  forget(): void {
    this.answers.clear();
    this.ids.clear();
  }
}

const CACHES = new WeakMap<ClientBase, TransactionReadCache>();

/** Begins to hold what is read; called when the head has been locked. */
export function startReadCache(client: ClientBase): void {
  CACHES.set(client, new TransactionReadCache());
}

/** What the open transaction of this connection holds. */
export function getReadCache(client: ClientBase): TransactionReadCache {
  return CACHES.get(client) ?? new TransactionReadCache();
}
