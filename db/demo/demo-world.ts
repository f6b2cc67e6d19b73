import type { z } from 'zod';
import { BENCH_ROLES, isOneOf, type Role } from '../access/roles.ts';
import { completeRow } from '../complete-row.ts';
import type { AnyEntity, NewRow, Row } from '../entity.ts';
import { MemoryWorld } from '../memory-transaction.ts';
import type { Actor, OperationDefinition, RuleResult } from '../operation.ts';
import type { RowFilter } from '../transaction.ts';
import type { BusinessEntity } from '../values/business-entity.ts';
import { deriveId } from '../values/id.ts';
import { labDayOf } from '../values/lab-day.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const encode = (value: number, length: number): string =>
  Array.from({ length }, (_, i) => ALPHABET[Math.floor(value / 32 ** (length - 1 - i)) % 32]).join('');

/**
 * The inputs of the demo lab: the present time, and the hashes of the demo password and PIN, which only a
 * server can make.
 */
export interface DemoSettings {
  now: string;
  labTimezone: string;
  passwordHash: string;
  pinHash: string;
}

/**
 * A business entity's part of the demo lab during its construction: rows are inserted without checks, the
 * bench's work is done by the real operations. All parts share one database and the bench of the lab's home.
 */
export class DemoWorld {
  readonly world: MemoryWorld;
  readonly entity: BusinessEntity;
  readonly settings: DemoSettings;
  /** The part of the lab's home entity: its people do the bench work, and what the lab owns belongs to it. */
  readonly home: DemoWorld;
  private counter = 0;
  /** Actors by role, filled in by the people of the demo lab. */
  readonly actors = new Map<Role, Actor>();

  constructor(
    entity: BusinessEntity,
    settings: DemoSettings,
    { world = new MemoryWorld(), home }: { world?: MemoryWorld; home?: DemoWorld } = {},
  ) {
    this.world = home?.world ?? world;
    this.entity = entity;
    this.settings = settings;
    this.home = home ?? this;
  }

  /** Return the same lab with its people over another database: later operations run there. */
  over(world: MemoryWorld): DemoWorld {
    const home = this.home === this ? undefined : this.home.over(world);
    const other = new DemoWorld(this.entity, this.settings, home ? { home } : { world });
    for (const [role, actor] of this.actors) other.actors.set(role, actor);
    other.counter = this.counter;
    return other;
  }

  /** Return a new ULID; the same demo lab gets the same ids every time. Leaves room for 1024 derived ids. */
  id(): string {
    this.counter += 1;
    const start = Date.parse('2026-01-01T00:00:00Z') + (this.entity === 'WBL' ? 0 : 1);
    return `${encode(start, 10)}${encode(this.counter, 13)}000`;
  }

  /** Return a printed code; barcodes are unique over both entities, so RESONANT's have its letter. */
  code(value: string): string {
    return this.entity === 'WBL' ? value : `R-${value}`;
  }

  /** Return the instant `days` before now (fractions allowed), in UTC with milliseconds. */
  ago(days: number): string {
    return new Date(Date.parse(this.settings.now) - days * 86_400_000).toISOString();
  }

  /** Return the calendar date `days` from now in UTC; negative is the past. */
  day(days: number): string {
    return this.ago(-days).slice(0, 10);
  }

  /** Insert a row that existed before the demo's first operation. */
  putRow<E extends AnyEntity>(entity: E, row: NewRow<E>, at: string = this.ago(90)): Row<E> {
    const complete = completeRow(entity, row, { at, userId: null, entity: this.entity });
    this.world.putRow(entity, complete);
    return complete;
  }

  /** Insert a row that belongs to the lab: it gets the lab's home entity. */
  putLabRow<E extends AnyEntity>(entity: E, row: NewRow<E>, at: string = this.ago(90)): Row<E> {
    return this.home.putRow(entity, row, at);
  }

  /** Return the rows of this business entity, including deleted ones. */
  all<E extends AnyEntity>(entity: E): Row<E>[] {
    return this.world.all(entity).filter((row) => (row as { entity?: unknown }).entity === this.entity);
  }

  /** Return the rows of this business entity with the wanted values, ordered by id. */
  select<E extends AnyEntity>(entity: E, filter: RowFilter<E>): Row<E>[] {
    return this.world.select(entity, { ...filter, entity: this.entity });
  }

  /** Return the demo person of a role; those of the bench belong to the lab's home entity. */
  actor(role: Role): Actor {
    const actor = (isOneOf(role, BENCH_ROLES) ? this.home : this).actors.get(role);
    if (!actor) throw new Error(`The demo lab has no ${role}.`);
    return actor;
  }

  /** Run one operation through its real rule, as the server would have applied it at `at`. */
  async perform<Args extends z.ZodObject>(
    operation: OperationDefinition<Args>,
    args: z.input<Args>,
    role: Role,
    at: string,
  ): Promise<RuleResult> {
    const operationId = this.id();
    const actor = this.actor(role);
    let k = 1;
    return this.world.transaction({ at, userId: actor.userId, entity: actor.entity }, (tx) =>
      operation.run(tx, operation.args.parse(args), {
        operationId,
        deviceId: null,
        actor,
        occurredAt: at,
        labDay: labDayOf(at, this.settings.labTimezone),
        labTimezone: this.settings.labTimezone,
        base: {},
        replica: 'server',
        changedSinceSeen: async () => false,
        newId: () => deriveId(operationId, k++),
        verifyProof: async () => 'OK',
      }),
    );
  }
}
