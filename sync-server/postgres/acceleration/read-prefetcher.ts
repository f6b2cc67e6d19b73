import type { ClientBase } from 'pg';
import type { AnyEntity } from '#db/entity.ts';
import { selectAncestors, selectWhere } from '../entity-store.ts';
import { columnOf } from '../row-mapping.ts';
import type { OperationCall, Prefetcher, ReadCache } from './parts.ts';

type Values = Record<string, unknown>;

/**
 * Where the value of a look-up comes from: an argument, or a column of the row whose id is that argument, or a
 * column of the row whose id is in that column.
 */
interface ValueSource {
  argument: string;
  columns: readonly { entity: AnyEntity; name: string }[];
}

/** A read of an entity's rows by a field, or of a row and the rows above it. */
interface ReadPattern extends ValueSource {
  entity: AnyEntity;
  field: string;
  parentField?: string | undefined;
}

/** The values of one kind of look-up, which one statement reads. */
interface ReadBatch {
  entity: AnyEntity;
  field: string;
  parentField: string | undefined;
  values: Set<string>;
}

/**
 * Small operations read one by one; from the third look-up of a kind on, all argument values are prefetched.
 */
const PREFETCH_THRESHOLD = 2;

/** How many rows may be between an argument and the value of a look-up; each costs a round trip. */
const MAX_DEPTH = 2;

/** The reads of each operation's last run. */
const lastReadPattern = new Map<string, ReadonlyMap<string, ReadPattern>>();

const kindOf = (entity: AnyEntity, field: string): string => `${entity.name}.${field}`;
const chainKindOf = (entity: AnyEntity, parentField: string): string => `${entity.name}^${parentField}`;

/**
 * Prefetches what a rule will read, because the arguments of an operation and the rows that they name tell
 * nearly all of it. The look-ups of the last operation of the same name are repeated at the start; once a rule
 * repeats one kind of look-up, all values of that kind are read at once. A wrong guess costs one look-up and
 * changes nothing.
 */
export class ReadPrefetcher implements Prefetcher {
  private readonly client: ClientBase;
  private readonly lab: string;
  private readonly operation: OperationCall | null;
  private readonly cache: ReadCache;
  private readonly names: ReadonlySet<string>;
  private readonly sources = new Map<string, ValueSource>();
  private readonly questions = new Map<string, ReadPattern>();
  private readonly requestCounts = new Map<string, number>();
  private readonly loaded = new Map<string, Map<string, readonly Values[]>>();
  private readonly prefetchedKinds = new Set<string>();
  private prefetching: Promise<void> | undefined;

  constructor(client: ClientBase, lab: string, operation: OperationCall | null, cache: ReadCache) {
    this.client = client;
    this.lab = lab;
    this.operation = operation;
    this.cache = cache;
    this.names = new Set(textsIn(operation?.args));
    for (const [argument, value] of Object.entries(operation?.args ?? {}))
      if (typeof value === 'string') this.sources.set(value, { argument, columns: [] });
  }

  /**
   * Repeat the look-ups of the last operation of this name by argument, once; the statements are sent before
   * this returns.
   */
  prefetch(): Promise<void> {
    this.prefetching ??= this.repeat(0);
    return this.prefetching;
  }

  /** Repeat its look-ups by columns of the rows that the arguments name, then by columns of those rows. */
  async prefetchRelated(): Promise<void> {
    await this.prefetch();
    for (let depth = 1; depth <= MAX_DEPTH; depth += 1) await this.repeat(depth);
  }

  private async repeat(depth: number): Promise<void> {
    const batches = new Map<string, ReadBatch>();
    const all = lastReadPattern.get(this.operation?.name ?? '')?.values() ?? [];
    const patterns = [...all].filter(({ columns }) => columns.length === depth);
    // A chain starts with the row itself, so it also answers the look-ups by id.
    const chains = new Map(
      patterns.flatMap((one) => (one.parentField ? [[one.entity, one.parentField]] : [])),
    );
    for (const pattern of patterns) {
      const { entity, field } = pattern;
      const value = this.valueOf(pattern);
      if (value === undefined) continue;
      const parentField = field === 'id' ? chains.get(entity) : undefined;
      const kind = parentField ? chainKindOf(entity, parentField) : kindOf(entity, field);
      const batch = batches.get(kind) ?? { entity, field, parentField, values: new Set() };
      if (!this.loaded.get(kind)?.has(value))
        batches.set(kind, { ...batch, values: batch.values.add(value) });
    }
    await Promise.all(
      [...batches.values()].map(({ entity, field, parentField, values }) =>
        parentField
          ? this.loadChains(entity, parentField, [...values])
          : this.load(entity, field, [...values]),
      ),
    );
  }

  private valueOf({ argument, columns }: ValueSource): string | undefined {
    let value = this.operation?.args[argument];
    for (const { entity, name } of columns)
      value = this.loaded.get(kindOf(entity, 'id'))?.get(String(value))?.[0]?.[name];
    return typeof value === 'string' ? value : undefined;
  }

  /** Return the records whose field has the value, or undefined if they must be queried separately. */
  async find(entity: AnyEntity, field: string, value: unknown): Promise<readonly Values[] | undefined> {
    if (typeof value !== 'string') return undefined;
    const kind = kindOf(entity, field);
    this.note({ entity, field }, kind, value);
    const known = this.loaded.get(kind)?.get(value);
    if (known || !this.names.has(value)) return known;
    const times = (this.requestCounts.get(kind) ?? 0) + 1;
    this.requestCounts.set(kind, times);
    if (times <= PREFETCH_THRESHOLD && !this.prefetchedKinds.has(kind)) return undefined;
    if (!this.prefetchedKinds.has(kind)) await this.load(entity, field, [...this.names]);
    this.prefetchedKinds.add(kind);
    return this.loaded.get(kind)?.get(value) ?? [];
  }

  /** Return the row and the rows above it in any order, or undefined if they must be queried separately. */
  findAncestors(entity: AnyEntity, id: string, parentField: string): readonly Values[] | undefined {
    const kind = chainKindOf(entity, parentField);
    this.note({ entity, field: 'id', parentField }, kind, id);
    return this.loaded.get(kind)?.get(id);
  }

  /** Store the look-ups for the next operation of this name. */
  end(): void {
    if (this.operation) lastReadPattern.set(this.operation.name, this.questions);
  }

  private note(read: Omit<ReadPattern, keyof ValueSource>, kind: string, value: string): void {
    const source = this.sources.get(value);
    if (!source) return;
    const path = [source.argument, ...source.columns.map(({ name }) => name)].join('.');
    this.questions.set(`${kind}=${path}`, { ...read, ...source });
  }

  private async load(entity: AnyEntity, field: string, values: readonly string[]): Promise<void> {
    const filter = { [field]: values.length === 1 ? values[0] : values, deleted: [true, false] };
    const rows = await this.cache.read(entity, filter, () =>
      selectWhere(this.client, entity, filter, this.lab),
    );
    this.keep(entity, field, values, rows);
  }

  private async loadChains(entity: AnyEntity, parentField: string, ids: readonly string[]): Promise<void> {
    const rows = await this.cache.read(entity, { id: ids, above: parentField }, () =>
      selectAncestors(this.client, entity, ids, parentField, this.lab),
    );
    const kind = chainKindOf(entity, parentField);
    this.loaded.set(
      kind,
      new Map([...(this.loaded.get(kind) ?? []), ...ids.map((id) => [id, rows] as const)]),
    );
    this.keep(entity, 'id', ids, rows);
  }

  private keep(entity: AnyEntity, field: string, values: readonly string[], rows: readonly Values[]): void {
    const kind = kindOf(entity, field);
    const byValue = new Map<string, Values[]>(values.map((value) => [value, []]));
    for (const row of rows) byValue.get(String(row[columnOf(field)]))?.push(row);
    this.loaded.set(kind, new Map([...(this.loaded.get(kind) ?? []), ...byValue]));
    if (field === 'id') for (const [id, [row]] of byValue) this.noteColumns(entity, id, row ?? {});
  }

  /** Remember where the values of a row come from that an argument or another row names. */
  private noteColumns(entity: AnyEntity, id: string, row: Values): void {
    const source = this.sources.get(id);
    if (!source || source.columns.length === MAX_DEPTH) return;
    const columns = (name: string) => [...source.columns, { entity, name }];
    for (const [name, value] of Object.entries(row))
      if (typeof value === 'string' && !this.sources.has(value))
        this.sources.set(value, { argument: source.argument, columns: columns(name) });
  }
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) yield* textsIn(inner);
}
