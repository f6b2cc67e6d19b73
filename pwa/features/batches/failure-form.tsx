import { FAILURE_PROPOSAL, type FailureProposal } from '#db/batches/failure-proposal.ts';
import {
  FAILED_SAMPLE_REASON,
  FAILED_SAMPLE_REASONS,
  type FailedSampleReason,
} from '#db/samples/failed-sample-reason.ts';
import { Field } from '#pwa/ui/form/field.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { TextArea } from '#pwa/ui/form/text-area.tsx';
import { Notice } from '#pwa/ui/notice.tsx';

const PROPOSAL: Record<FailureProposal, string> = {
  REQUEUE: 'Re-queue at the same stage from parent material. The repeat is not charged.',
  REQUEUE_ONCE: 'Re-queue once; the second time the project manager decides. The repeat is charged once.',
  CUSTOMER_DECISION: 'The customer decides: the specimen becomes Action required.',
};

/** What a failure is recorded with. */
export interface FailureDraft {
  reason: FailedSampleReason | '';
  notes: string;
}

interface FailureFormProps {
  draft: FailureDraft;
  onChange(draft: FailureDraft): void;
  /** Shown once the person has tried to go on. */
  asked: boolean;
  problem: string | null;
}

/** Reason and notes of a failure, with what the lab proposes after it. */
export function FailureForm({ draft, onChange, asked, problem }: FailureFormProps) {
  const options = FAILED_SAMPLE_REASONS.map((value) => ({ value, label: FAILED_SAMPLE_REASON[value] }));
  const chosen = draft.reason === '' ? null : FAILURE_PROPOSAL[draft.reason];
  return (
    <div className="flex flex-col gap-4">
      <Field label="Reason" required error={asked && draft.reason === '' ? 'A reason is required.' : null}>
        {(control) => (
          <Select
            {...control}
            options={options}
            value={draft.reason}
            onChange={(reason) => onChange({ ...draft, reason })}
          />
        )}
      </Field>
      <Field
        label="Notes"
        required={chosen?.notesRequired ?? false}
        error={asked && draft.reason !== '' ? problem : null}
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
      {chosen && (
        <Notice tone="info" title="Proposed next step">
          <p>{PROPOSAL[chosen.proposal]}</p>
        </Notice>
      )}
    </div>
  );
}
