import type { ConflictKind } from './conflict-kind.ts';
import { clockConflict } from './sync/clock-conflict.ts';

/** Every kind of conflict that a rule may open, a line each. */
export const CONFLICT_KINDS: readonly ConflictKind[] = [clockConflict];

/** The kind of that name. */
export const conflictKindNamed = (kind: string): ConflictKind | undefined =>
  CONFLICT_KINDS.find((candidate) => candidate.kind === kind);
