import type { ClientBase } from 'pg';
import type { AnyEntity } from '#db/entity.ts';

type Values = Record<string, unknown>;

/** What every act looks up on its way and hardly any act changes: places up to the room, protocols, kinds of things. */
const FURNITURE = new Set([
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
export class HeldReads {
  private readonly answers = new Map<string, readonly Values[]>();
  private readonly ids = new Set<unknown>();

  /** The records of an earlier act's same question, or those that `ask` reads. */
  async read(
    entity: AnyEntity,
    where: Values,
    ask: () => Promise<{ rows: Values[] }>,
  ): Promise<readonly Values[]> {
    const isFurniture = FURNITURE.has(entity.table);
    if (!isFurniture && !(entity.table === 'event' && this.ids.has(where['targetId'])))
      return (await ask()).rows;
    const question = `${entity.name}|${JSON.stringify(where)}`;
    const known = this.answers.get(question);
    if (known) return known;
    const { rows } = await ask();
    this.answers.set(question, rows);
    if (isFurniture) for (const { id } of rows) this.ids.add(id);
    return rows;
  }

  /** A row was written, as it was or as it is now: a row that rides in a document gives that a new revision. */
  written(entity: AnyEntity, row: Values): void {
    const rides = entity.replica !== null && 'embedded' in entity.replica;
    if (FURNITURE.has(entity.table) || (rides && Object.values(row).some((value) => this.ids.has(value))))
      this.forget();
  }

  /** Something was undone, or written by other hands. */
  forget(): void {
    this.answers.clear();
    this.ids.clear();
  }
}

const HELD = new WeakMap<ClientBase, HeldReads>();

/** Begins to hold what is read; called when the head has been locked. */
export function beginHolding(client: ClientBase): void {
  HELD.set(client, new HeldReads());
}

/** What the open transaction of this connection holds. */
export function heldBy(client: ClientBase): HeldReads {
  return HELD.get(client) ?? new HeldReads();
}
