import { CircleAlert } from 'lucide-react';
import { useId } from 'react';
import type { Suspect } from '#db/batches/suspects-of.ts';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import type { FailureDraft } from './failure-draft.ts';

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
export function SuspectFields({ reason, suspects, draft, onChange, error }: SuspectFieldsProps) {
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
