import type { ClientBase } from 'pg';
import type { AnyEntity } from '#db/entity.ts';
import { selectWhere } from '../entity-store.ts';
import { columnOf } from '../row-mapping.ts';
import type { OperationCall, Prefetcher } from './parts.ts';

type Values = Record<string, unknown>;

/** A read of an entity's rows by a field that equals an argument. */
interface ReadPattern {
  entity: AnyEntity;
  field: string;
  argument: string;
}

/**
 * Small operations read one by one; from the third look-up of a kind on, all argument values are prefetched.
 */
const PREFETCH_THRESHOLD = 2;

/** The reads of each operation's last run. */
const lastReadPattern = new Map<string, ReadonlyMap<string, ReadPattern>>();

const kindOf = (entity: AnyEntity, field: string): string => `${entity.name}.${field}`;

/**
 * Prefetches what a rule will read, because the arguments of an operation name nearly all of it. The look-ups
 * of the last operation of the same name are repeated at the start; once a rule repeats one kind of look-up,
 * all values of that kind are read at once. A wrong guess costs one look-up and changes nothing.
 */
export class ReadPrefetcher implements Prefetcher {
  private readonly client: ClientBase;
  private readonly lab: string;
  private readonly operation: OperationCall | null;
  private readonly names: ReadonlySet<string>;
  private readonly arguments: ReadonlyMap<string, string>;
  private readonly questions = new Map<string, ReadPattern>();
  private readonly requestCounts = new Map<string, number>();
  private readonly loaded = new Map<string, Map<string, Values[]>>();
  private readonly prefetchedKinds = new Set<string>();
  private prefetching: Promise<void> | undefined;

  constructor(client: ClientBase, lab: string, operation: OperationCall | null) {
    this.client = client;
    this.lab = lab;
    this.operation = operation;
    this.names = new Set(textsIn(operation?.args));
    const single = Object.entries(operation?.args ?? {}).flatMap(([argument, value]) =>
      typeof value === 'string' ? [[value, argument] as const] : [],
    );
    this.arguments = new Map(single);
  }

  /**
   * Repeat the look-ups of the last operation of this name, once; the statements are sent before this
   * returns.
   */
  prefetch(): Promise<void> {
    this.prefetching ??= this.readAhead();
    return this.prefetching;
  }

  private async readAhead(): Promise<void> {
    const batches = new Map<string, { entity: AnyEntity; field: string; values: Set<string> }>();
    const { operation } = this;
    if (!operation) return;
    for (const { entity, field, argument } of lastReadPattern.get(operation.name)?.values() ?? []) {
      const value = operation.args[argument];
      if (typeof value !== 'string') continue;
      const kind = kindOf(entity, field);
      const one = batches.get(kind) ?? { entity, field, values: new Set() };
      batches.set(kind, { ...one, values: one.values.add(value) });
    }
    await Promise.all(
      [...batches.values()].map(({ entity, field, values }) => this.load(entity, field, [...values])),
    );
  }

  /** Return the records whose field has the value, or undefined if they must be queried separately. */
  async find(entity: AnyEntity, field: string, value: unknown): Promise<readonly Values[] | undefined> {
    if (typeof value !== 'string' || !this.names.has(value)) return undefined;
    const kind = kindOf(entity, field);
    const argument = this.arguments.get(value);
    if (argument) this.questions.set(`${kind}=${argument}`, { entity, field, argument });
    const known = this.loaded.get(kind)?.get(value);
    if (known) return known;
    const times = (this.requestCounts.get(kind) ?? 0) + 1;
    this.requestCounts.set(kind, times);
    if (times <= PREFETCH_THRESHOLD && !this.prefetchedKinds.has(kind)) return undefined;
    if (!this.prefetchedKinds.has(kind)) await this.load(entity, field, [...this.names]);
    this.prefetchedKinds.add(kind);
    return this.loaded.get(kind)?.get(value) ?? [];
  }

  /** Store the look-ups for the next operation of this name. */
  end(): void {
    if (this.operation) lastReadPattern.set(this.operation.name, this.questions);
  }

  private async load(entity: AnyEntity, field: string, values: readonly string[]): Promise<void> {
    const filter = { [field]: values.length === 1 ? values[0] : values, deleted: [true, false] };
    const { rows } = await selectWhere(this.client, entity, filter, this.lab);
    const kind = kindOf(entity, field);
    const byValue = this.loaded.get(kind) ?? new Map<string, Values[]>();
    for (const value of values) byValue.set(value, []);
    for (const row of rows) byValue.get(String(row[columnOf(field)]))?.push(row);
    this.loaded.set(kind, byValue);
  }
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) yield* textsIn(inner);
}
