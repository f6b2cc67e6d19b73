import { CircleAlert } from 'lucide-react';
import { useId } from 'react';
import {
  FAILURE_PROPOSAL,
  type FailureProposal,
  notesProblem,
} from '#db/batches/failures/failure-proposal.ts';
import type { Suspect, Suspects } from '#db/batches/failures/suspects-of.ts';
import type { BenchArgs } from '#db/bench-operations.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import {
  FAILED_SAMPLE_REASON,
  FAILED_SAMPLE_REASONS,
  type FailedSampleReason,
} from '#db/samples/failing/failed-sample-reason.ts';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { TextArea } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';

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
function suspectsFor(reason: FailureDraft['reason'], suspects: Suspects): Suspect[] | null {
  if (reason === 'INVENTORY_ISSUE') return suspects.lots;
  return reason === 'EQUIPMENT_MALFUNCTION' ? suspects.equipment : null;
}

/** Change the reason, which resets the suspects; a single used item is selected at once. */
function changeReason(draft: FailureDraft, reason: FailureDraft['reason'], suspects: Suspects): FailureDraft {
  const matchingSuspects = suspectsFor(reason, suspects) ?? [];
  return {
    ...draft,
    reason,
    suspectIds: matchingSuspects.length === 1 ? matchingSuspects.map((one) => one.id) : [],
    noSuspect: false,
  };
}

/** List what prevents the failure from being recorded, by field. */
interface FailureProblems {
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

const SUSPECT_TEXTS = {
  INVENTORY_ISSUE: {
    legend: 'Which lots do you suspect?',
    hint: 'They are quarantined: nobody uses them until a lab manager or director releases them.',
    none: 'None of these lots',
    empty: 'No lot is recorded here, so none is quarantined. Name the lot in the notes.',
    inReview: 'quarantined already',
  },
  EQUIPMENT_MALFUNCTION: {
    legend: 'Which equipment do you suspect?',
    hint: 'It is flagged for review: whoever scans it is told, until the lab manager releases it.',
    none: 'None of this equipment',
    empty: 'No equipment was scanned here, so none is flagged. Name it in the notes.',
    inReview: 'flagged already',
  },
} as const;

interface SuspectFieldsProps {
  reason: keyof typeof SUSPECT_TEXTS;
  suspects: readonly Suspect[];
  draft: FailureDraft;
  onChange(draft: FailureDraft): void;
  error: string | null;
}

/** The lots and equipment that the batch used, to be selected as the suspected cause of a failure. */
function SuspectFields({ reason, suspects, draft, onChange, error }: SuspectFieldsProps) {
  const id = useId();
  const texts = SUSPECT_TEXTS[reason];
  if (suspects.length === 0) return <p className="text-ink-soft text-sm">{texts.empty}</p>;
  const described = `${id}-hint${error === null ? '' : ` ${id}-error`}`;
  const tick = (one: Suspect, on: boolean): void => {
    const otherIds = draft.suspectIds.filter((each) => each !== one.id);
    onChange({ ...draft, noSuspect: false, suspectIds: on ? [...otherIds, one.id] : otherIds });
  };
  return (
    <fieldset aria-describedby={described} className="min-w-0">
      <legend className="mb-1 block font-medium text-sm">
        {texts.legend}{' '}
        <span data-tone="danger" aria-hidden className="text-tone-ink">
          *
        </span>
      </legend>
      <p id={`${id}-hint`} className="mb-1 text-ink-soft text-sm">
        {texts.hint}
      </p>
      {suspects.map((one) => (
        <Checkbox
          key={one.id}
          value={draft.suspectIds.includes(one.id)}
          onChange={(on) => tick(one, on)}
          label={
            <>
              <span className="block pt-1 font-medium">{one.name}</span>
              <span className="block text-ink-soft text-sm">
                {[...one.usedIn, one.inReview && texts.inReview].filter(Boolean).join(' · ')}
              </span>
            </>
          }
        />
      ))}
      <Checkbox
        value={draft.noSuspect}
        onChange={(noSuspect) =>
          onChange({ ...draft, noSuspect, suspectIds: noSuspect ? [] : draft.suspectIds })
        }
        label={texts.none}
      />
      {error !== null && (
        <p
          id={`${id}-error`}
          data-tone="danger"
          className="mt-1 flex items-start gap-1.5 font-medium text-sm text-tone-ink"
        >
          <CircleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
          {error}
        </p>
      )}
    </fieldset>
  );
}

const PROPOSAL: Record<FailureProposal, string> = {
  REQUEUE: 'Re-queue at the same stage from parent material. The repeat is not charged.',
  REQUEUE_ONCE: 'Re-queue once; the second time the project manager decides. The repeat is charged once.',
  CUSTOMER_DECISION: 'The customer decides: the specimen becomes Action required.',
};

const REASONS = FAILED_SAMPLE_REASONS.map((value) => ({ value, label: FAILED_SAMPLE_REASON[value] }));

interface FailureFormProps {
  draft: FailureDraft;
  onChange(draft: FailureDraft): void;
  /** The used items that may be the cause. */
  suspects: Suspects;
  /** Shown once the user has tried to continue. */
  showErrors: boolean;
  problems: FailureProblems;
}

/** Reason and notes of a failure, the suspected cause, and the lab's proposal for the next step. */
export function FailureForm({ draft, onChange, suspects, showErrors, problems }: FailureFormProps) {
  const { reason } = draft;
  const failureProposal = reason === '' ? null : FAILURE_PROPOSAL[reason];
  return (
    <div className="flex flex-col gap-4">
      <Field label="Reason" required error={showErrors ? problems.reason : null}>
        {(control) => (
          <Select
            {...control}
            options={REASONS}
            value={reason}
            onChange={(next) => onChange(changeReason(draft, next, suspects))}
          />
        )}
      </Field>
      {(reason === 'INVENTORY_ISSUE' || reason === 'EQUIPMENT_MALFUNCTION') && (
        <SuspectFields
          reason={reason}
          suspects={suspectsFor(reason, suspects) ?? []}
          draft={draft}
          onChange={onChange}
          error={showErrors ? problems.suspects : null}
        />
      )}
      <Field
        label="Notes"
        required={failureProposal?.notesRequired ?? false}
        error={showErrors ? problems.notes : null}
      >
        {(control) => (
          <TextArea
            {...control}
            value={draft.notes}
            onChange={(notes) => onChange({ ...draft, notes })}
            maxLength={1000}
          />
        )}
      </Field>
      {failureProposal && (
        <Notice tone="info" title="Proposed next step">
          <p>{PROPOSAL[failureProposal.proposal]}</p>
        </Notice>
      )}
    </div>
  );
}
