import { rolesWith } from '#db/access/capabilities.ts';
import type { Role } from '#db/access/roles.ts';
import { humanize } from '#pwa/format/names.ts';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { NumberInput } from '#pwa/ui/form/number-input.tsx';
import type { DraftProblems, PlaceDraft } from './place-draft.ts';

interface RestrictionFieldsProps {
  draft: PlaceDraft;
  problems: DraftProblems;
  onChange(change: Partial<PlaceDraft>): void;
}

/** Fields for capacity, temperature, permitted users, and quarantine. */
export function RestrictionFields({ draft, problems, onChange }: RestrictionFieldsProps) {
  const choose = (role: Role, isSelected: boolean): void =>
    onChange({
      restrictedTo: isSelected
        ? [...draft.restrictedTo, role]
        : draft.restrictedTo.filter((one) => one !== role),
    });
  return (
    <>
      <Field label="Capacity" hint="Empty: as many as fit." error={problems.capacity}>
        {(control) => (
          <NumberInput {...control} value={draft.capacity} onChange={(capacity) => onChange({ capacity })} />
        )}
      </Field>
      <Field label="Temperature" error={problems.temperature}>
        {(control) => (
          <NumberInput
            {...control}
            decimal
            signed
            unit="°C"
            value={draft.temperature}
            onChange={(temperature) => onChange({ temperature })}
          />
        )}
      </Field>
      <fieldset className="sm:col-span-2 rounded-lg border border-line p-3">
        <legend className="px-1 font-medium text-sm">Who may use it</legend>
        <p className="mb-1 text-ink-soft text-sm">
          {draft.restrictedTo.length === 0
            ? 'Everybody at the bench. Choose roles to reserve it.'
            : 'Only these roles, and administrators.'}
        </p>
        <div className="grid gap-x-4 sm:grid-cols-2">
          {rolesWith('workAtBench').map((role) => (
            <Checkbox
              key={role}
              label={humanize(role)}
              value={draft.restrictedTo.includes(role)}
              onChange={(isSelected) => choose(role, isSelected)}
            />
          ))}
        </div>
      </fieldset>
      <div className="sm:col-span-2">
        <Checkbox
          label="Quarantine place"
          value={draft.quarantine}
          onChange={(quarantine) => onChange({ quarantine })}
        />
      </div>
    </>
  );
}
