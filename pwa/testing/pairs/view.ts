import type { AnyEntity, Row } from '#db/entity.ts';
import type { Actor } from '#db/operation.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import type { JournalWorld } from './journal-world.ts';

/** Arguments of an operation, before they are checked. */
export type Args = Record<string, unknown>;

/** What a person has in front of them: their device's replica, their own label letter, and new ids. */
export interface View {
  world: JournalWorld;
  actor: Actor;
  /** 0, 1 or 2: whose device it is. */
  side: number;
  letter: string;
  /** An id that this device mints, the same in every run. */
  mint(kind: string): string;
}

/** Every sensible way of doing one operation with what the device shows; what the rule refuses there is left out later. */
export type Generator = (view: View) => Args[] | Promise<Args[]>;

export const LETTERS = ['A', 'B', 'C'] as const;

/** A place that all sides choose, and one that each chooses alone. */
export const slotsOf = ({ side }: View): readonly string[] => ['A2', ['A3', 'A4', 'A5'][side] ?? 'A6'];

export const WELLS = ['C1', 'D1', 'E1'];

/** Living samples, and those about which something may still be decided. */
export const tubesIn = ({ world }: View, isIncluded: (row: Sample) => boolean): Sample[] =>
  world.all(sample).filter((row) => !row.deleted && isIncluded(row));

export const idsIn = <E extends AnyEntity>(
  { world }: View,
  entity: E,
  isIncluded: (row: Row<E>) => boolean,
): string[] =>
  world
    .all(entity)
    .filter(isIncluded)
    .map((row) => String((row as Record<string, unknown>)['id']));

/** Every combination of two lists. */
export const each = <A, B>(as: readonly A[], bs: readonly B[]): [A, B][] =>
  as.flatMap((a) => bs.map((b): [A, B] => [a, b]));
