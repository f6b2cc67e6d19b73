import { CATALOGUE } from '#db/entities.ts';
import type { AnyEntity, Row } from '#db/entity.ts';
import { MemoryWorld } from '#db/memory-transaction.ts';
import type { RowFilter } from '#db/transaction.ts';

type PlainRow = Record<string, unknown>;

/** A written row, as it is after the write. */
export interface WrittenRow {
  entity: AnyEntity;
  id: string;
  row: PlainRow;
  before: PlainRow | undefined;
}

/**
 * A world that can go back to any earlier moment, so that one lab serves every replay without copies. Its
 * rows are frozen and returned directly: thousands of replays would spend most of their time on copies.
 */
export class JournalWorld extends MemoryWorld {
  private readonly journal: (WrittenRow & { undo: () => void })[] = [];
  private readonly frozen = new Map<string, Map<string, PlainRow>>();
  /** The server's receive time of the current writes; null records none. */
  receivedAt: string | null = null;

  /** Copy a world with an empty journal. */
  static of(world: MemoryWorld): JournalWorld {
    const copy = new JournalWorld();
    for (const entity of CATALOGUE)
      for (const row of world.all(entity)) {
        const plainRow: PlainRow = row;
        const learned =
          'syncedAt' in plainRow ? { ...plainRow, syncedAt: plainRow['occurredAt'] ?? null } : plainRow;
        copy.putRow(entity, asRow<typeof entity>(learned));
      }
    return copy;
  }

  private rowsOf(entity: AnyEntity): Map<string, PlainRow> {
    const known = this.frozen.get(entity.name);
    if (known) return known;
    const rows = new Map<string, PlainRow>();
    this.frozen.set(entity.name, rows);
    return rows;
  }

  override putRow<E extends AnyEntity>(entity: E, row: Row<E>): void {
    const plainRow: PlainRow = row;
    this.rowsOf(entity).set(String(plainRow['id']), freeze(plainRow));
  }

  override all<E extends AnyEntity>(entity: E): Row<E>[] {
    return [...this.rowsOf(entity).values()].map((row) => asRow<E>(row));
  }

  override one<E extends AnyEntity>(entity: E, id: string): Row<E> | undefined {
    const row = this.rowsOf(entity).get(id);
    return row && asRow<E>(row);
  }

  override select<E extends AnyEntity>(entity: E, filter: RowFilter<E>): Row<E>[] {
    const conditions = Object.entries(filter);
    const living = !('deleted' in filter);
    const matches: PlainRow[] = [];
    for (const row of this.rowsOf(entity).values()) {
      if (living && row['deleted'] === true) continue;
      if (
        conditions.every(([key, value]) =>
          Array.isArray(value) ? value.includes(row[key]) : row[key] === value,
        )
      )
        matches.push(row);
    }
    return matches.sort((a, b) => (String(a['id']) < String(b['id']) ? -1 : 1)).map((row) => asRow<E>(row));
  }

  override replace<E extends AnyEntity>(entity: E, row: Row<E>): () => void {
    const storedRow: PlainRow = row;
    const now =
      this.receivedAt !== null && storedRow['syncedAt'] === null
        ? { ...storedRow, syncedAt: this.receivedAt }
        : storedRow;
    const id = String(now['id']);
    const rows = this.rowsOf(entity);
    const before = rows.get(id);
    this.putRow(entity, asRow<E>(now));
    const undo = () => (before ? rows.set(id, before) : rows.delete(id));
    this.journal.push({ entity, id, row: now, before, undo });
    return undo;
  }

  /** Return a moment to which `rollBack` returns. */
  mark(): number {
    return this.journal.length;
  }

  /** List the writes since that moment. */
  since(mark: number): readonly WrittenRow[] {
    return this.journal.slice(mark);
  }

  /** Undo all writes since that moment. */
  rollBack(mark: number): void {
    for (const { undo } of this.journal.slice(mark).reverse()) undo();
    this.journal.length = mark;
  }
}

// Type assertion between a stored row and its row type, as in the world that this class replaces.
const asRow = <E extends AnyEntity>(row: PlainRow): Row<E> => row as Row<E>;

// A rule that mutates its input instead of patching it fails here.
function freeze(row: PlainRow): PlainRow {
  for (const value of Object.values(row))
    if (typeof value === 'object' && value !== null) Object.freeze(value);
  return Object.freeze(row);
}
