import type { ClientBase } from 'pg';
import type { AnyEntity } from '#db/entity.ts';
import { selectWhere } from './entity-store.ts';
import { columnOf } from './row-mapping.ts';

type Values = Record<string, unknown>;

/** Small acts ask one by one; from the third look-up of a kind on, the arguments tell what else will be asked for. */
const PATIENCE = 2;

/**
 * The arguments of an operation name nearly everything that its rule will look up. When a rule begins to look up the
 * same kind of thing again and again, everything that is named is read at once.
 */
export class ForeseenReads {
  private readonly client: ClientBase;
  private readonly tenant: string;
  private readonly names: ReadonlySet<string>;
  private readonly asked = new Map<string, number>();
  private readonly loaded = new Map<string, Map<string, Values[]>>();

  constructor(client: ClientBase, tenant: string, args: unknown) {
    this.client = client;
    this.tenant = tenant;
    this.names = new Set(textsIn(args));
  }

  /** The records whose field has the value, or undefined when it is to be asked for alone. */
  async find(entity: AnyEntity, field: string, value: unknown): Promise<Values[] | undefined> {
    if (typeof value !== 'string' || !this.names.has(value)) return undefined;
    const kind = `${entity.name}.${field}`;
    const times = (this.asked.get(kind) ?? 0) + 1;
    this.asked.set(kind, times);
    if (times <= PATIENCE) return undefined;
    let known = this.loaded.get(kind);
    if (!known) {
      known = await this.load(entity, field);
      this.loaded.set(kind, known);
    }
    return known.get(value) ?? [];
  }

  private async load(entity: AnyEntity, field: string): Promise<Map<string, Values[]>> {
    const where = { [field]: [...this.names], deleted: [true, false] };
    const { rows } = await selectWhere(this.client, entity, where, this.tenant);
    const byValue = new Map<string, Values[]>();
    for (const row of rows) {
      const key = String(row[columnOf(field)]);
      byValue.set(key, [...(byValue.get(key) ?? []), row]);
    }
    return byValue;
  }
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) yield* textsIn(inner);
}
