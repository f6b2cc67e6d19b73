import { completeRow } from '#db/complete-row.ts';
import type { AnyEntity, NewRow, Row } from '#db/entity.ts';

const STAMP = { at: '2026-11-02T08:00:00.000Z', userId: null, entity: 'WBL' };

/**
 * Build a whole row of an entity from a builder's defaults and a test's overrides, parsed as every replica
 * parses it.
 */
export const buildRow = <E extends AnyEntity>(
  entity: E,
  defaults: NewRow<E>,
  overrides: Partial<Row<E>>,
): Row<E> => completeRow(entity, { ...defaults, ...overrides }, STAMP);

const counters = new Map<string, number>();

/** Return the next number of a kind in this process, for values that must be unique. */
export function nextNumber(kind: string): number {
  const next = (counters.get(kind) ?? 0) + 1;
  counters.set(kind, next);
  return next;
}
