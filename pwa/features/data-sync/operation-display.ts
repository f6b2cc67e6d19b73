import type { Outcome } from '#db/operation.ts';
import type { ListedOperation } from '#pwa/replica/hooks/use-operations.ts';
import type { Tone } from '#pwa/ui/tone.ts';

interface OperationDisplay {
  tone: Tone;
  label: string;
}

const OUTCOME_DISPLAY: Record<Outcome, OperationDisplay> = {
  APPLIED: { tone: 'success', label: 'Applied' },
  APPLIED_WITH_WARNING: { tone: 'warning', label: 'Applied, with a warning' },
  MERGED: { tone: 'info', label: 'Combined with another’s work' },
  CONFLICT: { tone: 'warning', label: 'Conflict' },
  REJECTED: { tone: 'danger', label: 'Refused' },
};

/**
 * Compute the honest state of an operation: without a verdict it is only saved on this device. A delivered
 * operation without a response counts as sending only while the server is reachable; it is sent again after
 * that.
 */
export function operationDisplay(operation: ListedOperation, reachable: boolean): OperationDisplay {
  if (operation.state === 'quarantined') return { tone: 'hold', label: 'Kept for a manager to look at' };
  if (operation.outcome) return OUTCOME_DISPLAY[operation.outcome];
  if (operation.prediction?.outcome === 'REJECTED')
    return { tone: 'warning', label: 'Saved here; will be refused' };
  if (operation.state !== 'sent') return { tone: 'info', label: 'Saved on this device' };
  return { tone: 'info', label: reachable ? 'Being sent' : 'Saved here; waits for the network' };
}

/** The text for the state: the server's, or while it waits what this device expects. */
export const operationText = (operation: ListedOperation): string | null =>
  operation.message ?? operation.prediction?.message ?? null;

/** Report whether a user must look at it. */
export const needsAttention = (operation: ListedOperation): boolean =>
  operation.state === 'rejected' || operation.state === 'quarantined';
