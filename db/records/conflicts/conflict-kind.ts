import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import type { ConflictVersion } from './sync-conflict.ts';

/** The three resolutions of a conflict (domain 5.1); a kind may offer fewer. */
export const CONFLICT_CHOICES = ['KEEP_A', 'KEEP_B', 'ENTER_VALUE'] as const;
export type ConflictChoice = (typeof CONFLICT_CHOICES)[number];

/**
 * A conflict as the resolver of its kind receives it: A is `theirs`, applied first; B is `mine`, which came
 * later.
 */
export interface OpenConflict {
  id: string;
  targetId: string;
  mine: ConflictVersion;
  theirs: ConflictVersion | null;
}

/**
 * How one kind of conflict is shown and resolved. `labels` has the text of each choice; a missing choice is
 * not offered.
 */
export interface ConflictKind {
  kind: string;
  title: string;
  labels: Partial<Record<ConflictChoice, string>>;
  /** The input that ENTER_VALUE requires. */
  valuePrompt?: string;
  /** Apply the decision; `value` is given only with ENTER_VALUE. May refuse. */
  resolve(
    tx: Transaction,
    context: OperationContext,
    conflict: OpenConflict,
    choice: ConflictChoice,
    value: string | null,
  ): Promise<void>;
}
