import { notesProblem } from '#db/batches/failure-proposal.ts';
import type { Suspect, Suspects } from '#db/batches/suspects-of.ts';
import type { BenchArgs } from '#db/bench-operations.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { FailedSampleReason } from '#db/samples/failed-sample-reason.ts';

/** What a failure is recorded with. */
export interface FailureDraft {
  reason: FailedSampleReason | '';
  notes: string;
  /** The lots, or the equipment, that are held for the cause. */
  suspectIds: readonly string[];
  /** Nothing of what was used is held for the cause. */
  noSuspect: boolean;
}

export const EMPTY_FAILURE: FailureDraft = { reason: '', notes: '', suspectIds: [], noSuspect: false };

/** What may be held for the cause with that reason; null when the reason asks for nothing. */
export function suspectsFor(reason: FailureDraft['reason'], suspects: Suspects): Suspect[] | null {
  if (reason === 'INVENTORY_ISSUE') return suspects.lots;
  return reason === 'EQUIPMENT_MALFUNCTION' ? suspects.equipment : null;
}

/** Another reason asks about other things; where only one was used, it is ticked. */
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

/** What keeps the failure from being recorded, by field. */
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

/** The arguments of `fail-sample` and `fail-batch` that a draft stands for. */
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
