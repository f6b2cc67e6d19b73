import pg from 'pg';
import type { AnyEntity } from '#db/entity.ts';
import { AppError } from '#db/errors/app-error.ts';
import { insertRows, updateRow, updateRows } from '../entity-store.ts';
import { allOrFirstError } from '../transaction.ts';
import type { RowWriter } from './parts.ts';

type Values = Record<string, unknown>;

// Foreign keys of other tables to these are checked immediately, not at the end of a transaction.
const INSERT_BATCH_SIZE = new Set([
  'storage_management',
  'measurement_unit',
  'inventory_type',
  'equipment',
  'protocol',
  'procedure',
  'flow',
  'section',
  'step',
  'field',
  'batch',
  'assigned_section',
]);
// Many rows of these change together; the named unique fields are checked row by row, so a change of one is
// written alone.
const UPDATE_BATCH_SIZE: Readonly<Record<string, readonly string[]>> = {
  sample: [],
  specimen: ['julianId', 'requisitionNumber'],
};
const UNIQUE_VIOLATION = '23505';

interface Change {
  version: number;
  row: Values;
  /** The fields that differ from what was read. */
  fields: ReadonlySet<string>;
}

interface Waiting {
  inserted: Map<string, Values>;
  changed: Map<string, Change>;
}

/**
 * Writes each change with a statement of its own, in the order of the rule. Nothing is written before the
 * rule has succeeded, so that the rule reads the revisions from before it.
 */
export class PlainWriter implements RowWriter {
  private readonly client: pg.ClientBase;
  private readonly lab: string;
  private readonly writes: (() => Promise<void>)[] = [];

  constructor(client: pg.ClientBase, lab: string) {
    this.client = client;
    this.lab = lab;
  }

  async insert(entity: AnyEntity, row: Values): Promise<void> {
    this.writes.push(() => insertNow(this.client, entity, [row]));
  }

  async update(entity: AnyEntity, before: Values, next: Values, changes: Values): Promise<void> {
    const [id, version] = [String(next['id']), Number(before['version'])];
    this.writes.push(() =>
      updateNow(entity, () => updateRow(this.client, entity, id, version, changes, this.lab), 1),
    );
  }

  async flush(): Promise<void> {
    for (const write of this.writes.splice(0)) await write();
  }
}

/**
 * Collects the writes of one operation, so that a 96-well plate costs a few statements instead of a thousand.
 */
export class BufferedWriter implements RowWriter {
  private readonly client: pg.ClientBase;
  private readonly lab: string;
  private readonly waiting = new Map<AnyEntity, Waiting>();

  constructor(client: pg.ClientBase, lab: string) {
    this.client = client;
    this.lab = lab;
  }

  async insert(entity: AnyEntity, row: Values): Promise<void> {
    if (INSERT_BATCH_SIZE.has(entity.table)) await insertNow(this.client, entity, [row]);
    else this.of(entity).inserted.set(String(row['id']), row);
  }

  async update(entity: AnyEntity, before: Values, next: Values, changes: Values): Promise<void> {
    const id = String(next['id']);
    const { inserted, changed } = this.of(entity);
    const alone = UPDATE_BATCH_SIZE[entity.table];
    if (inserted.has(id)) inserted.set(id, next);
    else if (alone && !alone.some((field) => field in changes && before[field] !== null))
      changed.set(id, withChange(changed.get(id), before, next, changes));
    else {
      // Written alone, after the pending change of the same row.
      const earlier = changed.get(id);
      changed.delete(id);
      const version = earlier?.version ?? Number(before['version']);
      await updateNow(
        entity,
        () => updateRow(this.client, entity, id, version, earlier ? next : changes, this.lab),
        1,
      );
    }
  }

  /**
   * Write everything: changed rows first, so that documents touched by their children already have their
   * revision. The statements are sent at once, because none needs the result of another.
   */
  async flush(): Promise<void> {
    const writes: Promise<void>[] = [];
    for (const [entity, { changed }] of this.waiting) {
      const rows = [...changed.values()];
      if (rows.length > 0) writes.push(updateNow(entity, () => this.write(entity, rows), rows.length));
      changed.clear();
    }
    const last = ([entity]: [AnyEntity, Waiting]): number => (entity.table === 'event' ? 1 : 0);
    for (const [entity, { inserted }] of [...this.waiting].sort((a, b) => last(a) - last(b))) {
      if (inserted.size > 0) writes.push(insertNow(this.client, entity, [...inserted.values()]));
      inserted.clear();
    }
    await allOrFirstError(writes);
  }

  /** Write a single row field by field, which takes Postgres half the time. */
  private write(entity: AnyEntity, rows: readonly Change[]): Promise<{ rowCount: number | null }> {
    const [only] = rows;
    if (!only || rows.length > 1) return updateRows(this.client, entity, rows, this.lab);
    const values = Object.entries(only.row).filter(([field]) => only.fields.has(field));
    const changes = Object.fromEntries(values);
    return updateRow(this.client, entity, String(only.row['id']), only.version, changes, this.lab);
  }

  private of(entity: AnyEntity): Waiting {
    let waiting = this.waiting.get(entity);
    if (!waiting) {
      waiting = { inserted: new Map(), changed: new Map() };
      this.waiting.set(entity, waiting);
    }
    return waiting;
  }
}

async function insertNow(client: pg.ClientBase, entity: AnyEntity, rows: readonly Values[]): Promise<void> {
  try {
    await insertRows(client, entity, rows);
  } catch (error) {
    if (!isTaken(error)) throw error;
    const id = /^Key \(id\)=\((.*)\) already exists/.exec(error.detail ?? '')?.[1];
    throw new AppError('CONFLICT', `${entity.name} ${id ?? String(rows[0]?.['id'])} exists already.`);
  }
}

async function updateNow(
  entity: AnyEntity,
  write: () => Promise<{ rowCount: number | null }>,
  expected: number,
): Promise<void> {
  try {
    const { rowCount } = await write();
    if (rowCount !== expected)
      throw new AppError('UNAVAILABLE', 'This record was changed meanwhile. Try again.');
  } catch (error) {
    if (isTaken(error)) throw new AppError('CONFLICT', `Another ${entity.name} has this value already.`);
    throw error;
  }
}

const withChange = (earlier: Change | undefined, before: Values, row: Values, changes: Values): Change => ({
  version: earlier?.version ?? Number(before['version']),
  row,
  fields: new Set([...(earlier?.fields ?? []), ...Object.keys(changes)]),
});

const isTaken = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION;
