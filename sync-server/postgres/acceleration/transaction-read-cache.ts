import type { AnyEntity } from '#db/entity.ts';
import type { ReadCache } from './parts.ts';

type Values = Record<string, unknown>;

/** Tables that every operation reads and few change: locations up to the room, protocols, types. */
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
 * Caches the reference tables and their events as one transaction reads them: no other transaction can change
 * them while this one holds the lab's head, so its operations read them once. Any write that may
 * change one of them, or its revision, clears the cache.
 */
export class TransactionReadCache implements ReadCache {
  private readonly isOn: boolean;
  private readonly answers = new Map<string, readonly Values[]>();
  private readonly ids = new Set<unknown>();

  constructor(isOn = true) {
    this.isOn = isOn;
  }

  /** Return the cached records of an equal query, or those that `ask` reads. */
  async read(
    entity: AnyEntity,
    filter: Values,
    ask: () => Promise<{ rows: Values[] }>,
  ): Promise<readonly Values[]> {
    const isReference = this.isOn && REFERENCE_TABLES.has(entity.table);
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

  /** Handle a written row, before or after the change: an embedded row gives its document a new revision. */
  invalidate(entity: AnyEntity, row: Values): void {
    const isEmbedded = entity.replica !== null && 'embedded' in entity.replica;
    if (
      REFERENCE_TABLES.has(entity.table) ||
      (isEmbedded && Object.values(row).some((value) => this.ids.has(value)))
    )
      this.forget();
  }

  /** Clear the cache after a rollback or a write from elsewhere. */
  forget(): void {
    this.answers.clear();
    this.ids.clear();
  }
}
