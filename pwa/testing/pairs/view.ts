import type { AnyEntity, Row } from '#db/entity.ts';
import type { Actor } from '#db/operation.ts';
import type { syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import type { JournalWorld } from './journal-world.ts';

/** Arguments of an operation before validation. */
export type Args = Record<string, unknown>;

/** What a user has available: their device's replica, their own label letter, and new ids. */
export interface View {
  world: JournalWorld;
  actor: Actor;
  /** 0, 1 or 2: the index of the device. */
  side: number;
  letter: string;
  /** Mint an id on this device, the same in every run. */
  mint(kind: string): string;
}

/**
 * Every sensible variant of one operation with the device's data; variants that the rule refuses are dropped
 * later.
 */
export type Generator = (view: View) => Args[] | Promise<Args[]>;

export const LETTERS = ['A', 'B', 'C'] as const;

/** A place that all sides choose, and one that each chooses alone. */
export const slotsOf = ({ side }: View): readonly string[] => ['A2', ['A3', 'A4', 'A5'][side] ?? 'A6'];

export const WELLS = ['C1', 'D1', 'E1'];

/** List active samples, and those with an open decision. */
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

/** Return every combination of two lists. */
export const each = <A, B>(as: readonly A[], bs: readonly B[]): [A, B][] =>
  as.flatMap((a) => bs.map((b): [A, B] => [a, b]));

/** The true value that a user enters, by kind of conflict: a free place, or another number. */
const ENTRIES: Record<string, string> = {
  WELL_TAKEN: 'H12',
  'slot-taken': 'I9',
  'container-slot-taken': 'A6',
  FIELD_VALUE: '30',
};

export const entryFor = ({ kind }: Pick<Row<typeof syncConflict>, 'kind'>): string => ENTRIES[kind] ?? '30';
