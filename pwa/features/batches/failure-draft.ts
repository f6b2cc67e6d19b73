import { notesProblem } from '#db/batches/failure-proposal.ts';
import type { Suspect, Suspects } from '#db/batches/suspects-of.ts';
import type { BenchArgs } from '#db/bench-operations.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { FailedSampleReason } from '#db/samples/failed-sample-reason.ts';

/** The input of a failure. */
export interface FailureDraft {
  reason: FailedSampleReason | '';
  notes: string;
  /** The lots or the equipment that are quarantined as the suspected cause. */
  suspectIds: readonly string[];
  /** No used lot or equipment is suspected. */
  noSuspect: boolean;
}

export const EMPTY_FAILURE: FailureDraft = { reason: '', notes: '', suspectIds: [], noSuspect: false };

/** Return what may be suspected for that reason; null when the reason requires nothing. */
export function suspectsFor(reason: FailureDraft['reason'], suspects: Suspects): Suspect[] | null {
  if (reason === 'INVENTORY_ISSUE') return suspects.lots;
  return reason === 'EQUIPMENT_MALFUNCTION' ? suspects.equipment : null;
}

/** Change the reason, which resets the suspects; a single used item is selected at once. */
export function changeReason(
  draft: FailureDraft,
  reason: FailureDraft['reason'],
  suspects: Suspects,
): FailureDraft {
  const matchingSuspects = suspectsFor(reason, suspects) ?? [];
  return {
    ...draft,
    reason,
    suspectIds: matchingSuspects.length === 1 ? matchingSuspects.map((one) => one.id) : [],
    noSuspect: false,
  };
}

/** List what prevents the failure from being recorded, by field. */
export interface FailureProblems {
  reason: string | null;
  notes: string | null;
  suspects: string | null;
}

export function failureProblems(draft: FailureDraft, suspects: Suspects): FailureProblems {
  const matchingSuspects = suspectsFor(draft.reason, suspects) ?? [];
  const open = matchingSuspects.length > 0 && draft.suspectIds.length === 0 && !draft.noSuspect;
  return {
    reason: draft.reason === '' ? 'A reason is required.' : null,
    notes: draft.reason === '' ? null : notesProblem(draft.reason, draft.notes),
    suspects: open ? 'Tick what you suspect, or that it is none of these.' : null,
  };
}

type FailureArgs = Pick<
  BenchArgs['fail-sample'],
  'failureReason' | 'failureNotes' | 'suspectLotIds' | 'suspectEquipmentIds'
>;

/** Build the arguments of `fail-sample` and `fail-batch` from a draft. */
export function failureArgs(draft: FailureDraft): FailureArgs {
  if (draft.reason === '') throw new AppError('VALIDATION', MESSAGES.reasonRequired);
  const notes = draft.notes.trim();
  const ids = [...draft.suspectIds];
  return {
    failureReason: draft.reason,
    failureNotes: notes === '' ? null : notes,
    ...(draft.reason === 'INVENTORY_ISSUE' && ids.length > 0 ? { suspectLotIds: ids } : {}),
    ...(draft.reason === 'EQUIPMENT_MALFUNCTION' && ids.length > 0 ? { suspectEquipmentIds: ids } : {}),
  };
}
