import { BATCH_STATUS_DISPLAY, batch } from '#db/batches/batch.ts';
import type { AnyEntity } from '#db/entity.ts';
import { order } from '#db/ordering/orders/order.ts';
import { ORDER_STATUS } from '#db/ordering/orders/order-status.ts';
import { SAMPLE_STATUS, type Sample, sample } from '#db/samples/sample.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import { SPECIMEN_STATUS } from '#db/specimens/specimen-status.ts';
import type { Transaction } from '#db/transaction.ts';

/** One record that changes with an override, as text. */
export interface OverrideEffect {
  id: string;
  name: string;
  changes: readonly string[];
}

const STATUS_DISPLAYS: Readonly<Record<string, Readonly<Record<string, { label: string }>>>> = {
  [batch.name]: BATCH_STATUS_DISPLAY,
  [sample.name]: SAMPLE_STATUS,
  [specimen.name]: SPECIMEN_STATUS,
  [order.name]: ORDER_STATUS,
};

type Values = Readonly<Record<string, unknown>>;

const nameOf = (entity: AnyEntity, row: Values): string => {
  if (entity.name === sample.name) return `Sample ${String(row['barcode'])}`;
  if (entity.name === order.name) return `Order ${String(row['orderNumber'] ?? 'draft')}`;
  if (entity.name === batch.name) return `Batch ${String(row['julianId'])}`;
  return `Specimen ${String(row['julianId'] ?? row['requisitionNumber'])}`;
};

function changesOf(entity: AnyEntity, before: Values, after: Values): string[] {
  const label = (value: unknown): string =>
    STATUS_DISPLAYS[entity.name]?.[String(value)]?.label ?? String(value);
  const changes: string[] = [];
  if (before['status'] !== after['status'])
    changes.push(`${label(before['status'])} → ${label(after['status'])}`);
  const volume: keyof Sample = 'remainingVolume';
  if (entity.name === sample.name && before[volume] !== after[volume])
    changes.push(`${String(before[volume])} µL → ${String(after[volume])} µL`);
  if (entity.name === sample.name && before['batchId'] !== null && after['batchId'] === null)
    changes.push('Leaves its well');
  const failures: keyof Specimen = 'failedBatchCount';
  if (entity.name === specimen.name && before[failures] !== after[failures])
    changes.push(`Failed batches ${String(before[failures])} → ${String(after[failures])}`);
  return changes;
}

/** A transaction that also records changes of batches, samples, specimens and orders. */
export class PreviewTransaction implements Transaction {
  readonly #inner: Transaction;
  readonly #rows = new Map<string, { entity: AnyEntity; before: Values; after: Values }>();
  readonly get: Transaction['get'];
  readonly find: Transaction['find'];
  readonly ancestors: Transaction['ancestors'];
  readonly insert: Transaction['insert'];
  readonly patch: Transaction['patch'];

  constructor(inner: Transaction) {
    this.#inner = inner;
    this.get = (entity, id) => this.#inner.get(entity, id);
    this.find = (entity, filter) => this.#inner.find(entity, filter);
    this.ancestors = (entity, id, parentField) => this.#inner.ancestors(entity, id, parentField);
    this.insert = (entity, row) => this.#inner.insert(entity, row);
    this.patch = async (entity, id, changes) => {
      const before = await this.#inner.get(entity, id);
      const after = await this.#inner.patch(entity, id, changes);
      const known = this.#rows.get(id);
      if (before && STATUS_DISPLAYS[entity.name])
        this.#rows.set(id, { entity, before: known?.before ?? { ...before }, after: { ...after } });
      return after;
    };
  }

  /** List the changes of other records; records that end unchanged are left out. */
  effects(except: string): OverrideEffect[] {
    return [...this.#rows].flatMap(([id, { entity, before, after }]) => {
      const changes = id === except ? [] : changesOf(entity, before, after);
      return changes.length === 0 ? [] : [{ id, name: nameOf(entity, after), changes }];
    });
  }
}
