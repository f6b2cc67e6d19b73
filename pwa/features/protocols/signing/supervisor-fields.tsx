import type { SectionView } from '#pwa/features/protocols/sections/section-view.ts';
import { Field } from '#pwa/ui/form/field.tsx';
import { PinInput } from '#pwa/ui/form/pin-input.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { Notice } from '#pwa/ui/notice.tsx';

/** The trained colleague who signs too. */
interface Supervision {
  colleagueId: string;
  pin: string;
}
export const NO_SUPERVISION: Supervision = { colleagueId: '', pin: '' };

/** Who signs with a person who is not trained, and the PIN of that colleague. */
export function SupervisorFields({
  view,
  value,
  onChange,
}: {
  view: SectionView;
  value: Supervision;
  onChange(value: Supervision): void;
}) {
  const colleague = view.supervisors.find(({ id }) => id === value.colleagueId);
  return (
    <fieldset className="flex flex-col gap-4 rounded-lg border border-line p-3">
      <legend className="px-1 font-semibold">Trained colleague</legend>
      <Notice tone="warning" title={view.untrained ?? ''} />
      {view.supervisors.length > 0 && (
        <>
          <Field label="Colleague" required>
            {(control) => (
              <Select
                {...control}
                options={view.supervisors.map(({ id, name }) => ({ value: id, label: name }))}
                value={value.colleagueId}
                // Another person has another PIN.
                onChange={(colleagueId) => onChange({ colleagueId, pin: '' })}
              />
            )}
          </Field>
          <Field label={colleague ? `PIN of ${colleague.name}` : 'PIN of the colleague'} required>
            {(control) => (
              <PinInput {...control} value={value.pin} onChange={(pin) => onChange({ ...value, pin })} />
            )}
          </Field>
        </>
      )}
    </fieldset>
  );
}
