import { CircleAlert } from 'lucide-react';
import { useId } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { z } from 'zod';
import {
  FAILURE_PROPOSAL,
  type FailureProposal,
  notesProblem,
} from '#db/batches/failures/failure-proposal.ts';
import type { Suspect, Suspects } from '#db/batches/failures/suspects-of.ts';
import type { BenchArgs } from '#db/bench-operations.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { FAILED_SAMPLE_REASON, FailedSampleReason } from '#db/samples/failing/failed-sample-reason.ts';
import { describeFailures } from '#db/samples/failing/proposed-repeats.ts';
import { describeField } from '#db/values/field-types.ts';
import { useRuleRead } from '#pwa/replica/hooks/use-rule-read.ts';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { fieldOf, optionalText } from '#pwa/ui/form/schema-field.tsx';
import { Notice } from '#pwa/ui/notice.tsx';

const FailureDraft = z.object({
  reason: describeField(FailedSampleReason, {
    label: 'Reason',
    message: MESSAGES.reasonRequired,
    choices: FAILED_SAMPLE_REASON,
  }),
  notes: describeField(optionalText(1000), { label: 'Notes', input: 'area' }),
  /** The lots or the equipment that are quarantined as the suspected cause. */
  suspectIds: z.array(z.string()),
  /** No used lot or equipment is suspected. */
  noSuspect: z.boolean(),
});
export type FailureInput = z.input<typeof FailureDraft>;
const FailureField = fieldOf<typeof FailureDraft>();

/** Fields that the schema does not start by itself. */
export const NO_SUSPECTS: Pick<FailureInput, 'suspectIds' | 'noSuspect'> = {
  suspectIds: [],
  noSuspect: false,
};

/** Return what may be suspected for that reason; null when the reason requires nothing. */
function suspectsFor(reason: FailedSampleReason | '', suspects: Suspects): Suspect[] | null {
  if (reason === 'INVENTORY_ISSUE') return suspects.lots;
  return reason === 'EQUIPMENT_MALFUNCTION' ? suspects.equipment : null;
}

/** Build the form of a failure: some reasons need notes, others a suspect or the answer that none is. */
export const failureForm = (suspects: Suspects) =>
  FailureDraft.superRefine(({ reason, notes, suspectIds, noSuspect }, context) => {
    const refuse = (field: keyof FailureInput, message: string): void =>
      context.addIssue({ code: 'custom', path: [field], message });
    const problem = notesProblem(reason, notes);
    if (problem !== null) refuse('notes', problem);
    const matchingSuspects = suspectsFor(reason, suspects) ?? [];
    if (matchingSuspects.length > 0 && suspectIds.length === 0 && !noSuspect)
      refuse('suspectIds', 'Select suspects, or none of these.');
  });

type FailureArgs = Pick<
  BenchArgs['fail-sample'],
  'failureReason' | 'failureNotes' | 'suspectLotIds' | 'suspectEquipmentIds'
>;

/** Build the arguments of `fail-sample` and `fail-batch` from the form. */
export function failureArgs({ reason, notes, suspectIds }: z.infer<typeof FailureDraft>): FailureArgs {
  return {
    failureReason: reason,
    failureNotes: notes,
    ...(reason === 'INVENTORY_ISSUE' && suspectIds.length > 0 ? { suspectLotIds: suspectIds } : {}),
    ...(reason === 'EQUIPMENT_MALFUNCTION' && suspectIds.length > 0
      ? { suspectEquipmentIds: suspectIds }
      : {}),
  };
}

const SUSPECT_TEXTS = {
  INVENTORY_ISSUE: {
    legend: 'Which lots do you suspect?',
    hint: 'Suspected lots are quarantined until a lab manager or director releases them.',
    none: 'None of these lots',
    empty: 'No lot is recorded here, so none is quarantined. Name the lot in the notes.',
    inReview: 'quarantined already',
  },
  EQUIPMENT_MALFUNCTION: {
    legend: 'Which equipment do you suspect?',
    hint: 'The equipment is flagged for review. Users who scan it see a warning until a lab manager releases it.',
    none: 'None of this equipment',
    empty: 'No equipment was scanned here, so none is flagged. Name it in the notes.',
    inReview: 'flagged already',
  },
} as const;

interface SuspectFieldsProps {
  reason: keyof typeof SUSPECT_TEXTS;
  suspects: readonly Suspect[];
}

/** The lots and equipment that the batch used, to be selected as the suspected cause of a failure. */
function SuspectFields({ reason, suspects }: SuspectFieldsProps) {
  const id = useId();
  const { setValue } = useFormContext<FailureInput>();
  const selection = useController<FailureInput, 'suspectIds'>({ name: 'suspectIds' });
  const none = useController<FailureInput, 'noSuspect'>({
    name: 'noSuspect',
    rules: { deps: ['suspectIds'] },
  });
  const texts = SUSPECT_TEXTS[reason];
  if (suspects.length === 0) return <p className="text-ink-soft text-sm">{texts.empty}</p>;
  const error = selection.fieldState.error?.message ?? null;
  const selectedIds = selection.field.value;
  const described = `${id}-hint${error === null ? '' : ` ${id}-error`}`;
  const tick = (one: Suspect, on: boolean): void => {
    const otherIds = selectedIds.filter((each) => each !== one.id);
    setValue('noSuspect', false);
    selection.field.onChange(on ? [...otherIds, one.id] : otherIds);
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
          value={selectedIds.includes(one.id)}
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
        value={none.field.value}
        onChange={(noSuspect) => {
          if (noSuspect) setValue('suspectIds', []);
          none.field.onChange(noSuspect);
        }}
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
  REQUEUE: 'The repeat is not charged.',
  REQUEUE_ONCE: 'The repeat is charged once. The second time the project manager decides.',
  CUSTOMER_DECISION: 'The customer decides: the specimen becomes Action required.',
};

/** Return what follows when these samples fail, with the stage and source of a repeat; empty while it is read. */
export function useRepeatText(sampleIds: readonly string[]): string {
  const text = useRuleRead(['samples', 'specimens', 'procedures'], `repeat of ${sampleIds.join(' ')}`, (tx) =>
    describeFailures(tx, sampleIds),
  );
  return text ?? '';
}

/**
 * Reason and notes of a failure, the suspected cause, and the lab's proposal for the next step; `repeatText` says what
 * the repeat will do.
 */
export function FailureFields({ suspects, repeatText }: { suspects: Suspects; repeatText: string }) {
  const { setValue } = useFormContext<FailureInput>();
  const reason = useWatch<{ reason: FailedSampleReason | '' }, 'reason'>({ name: 'reason' });
  const failureProposal = reason === '' ? null : FAILURE_PROPOSAL[reason];
  // Another reason resets the suspects; a single used item is selected at once.
  const resetSuspects = (changed: string): void => {
    const { data } = FailedSampleReason.safeParse(changed);
    const matchingSuspects = suspectsFor(data ?? '', suspects) ?? [];
    setValue('suspectIds', matchingSuspects.length === 1 ? matchingSuspects.map((one) => one.id) : []);
    setValue('noSuspect', false);
  };
  return (
    <>
      <FailureField name="reason" dependents={['notes', 'suspectIds']} onChanged={resetSuspects} />
      {(reason === 'INVENTORY_ISSUE' || reason === 'EQUIPMENT_MALFUNCTION') && (
        <SuspectFields reason={reason} suspects={suspectsFor(reason, suspects) ?? []} />
      )}
      <FailureField name="notes" required={failureProposal?.notesRequired ?? false} />
      {failureProposal && (
        <Notice tone="info" title="Proposed next step">
          <p>
            {[
              failureProposal.proposal === 'CUSTOMER_DECISION' ? '' : repeatText,
              PROPOSAL[failureProposal.proposal],
            ]
              .filter(Boolean)
              .join(' ')}
          </p>
        </Notice>
      )}
    </>
  );
}
