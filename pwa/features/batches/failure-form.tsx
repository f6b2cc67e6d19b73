import { FAILURE_PROPOSAL, type FailureProposal } from '#db/batches/failure-proposal.ts';
import type { Suspects } from '#db/batches/suspects-of.ts';
import { FAILED_SAMPLE_REASON, FAILED_SAMPLE_REASONS } from '#db/samples/failed-sample-reason.ts';
import { Field } from '#pwa/ui/form/field.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { TextArea } from '#pwa/ui/form/text-area.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { changeReason, type FailureDraft, type FailureProblems, suspectsFor } from './failure-draft.ts';
import { SuspectFields } from './suspect-fields.tsx';

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
