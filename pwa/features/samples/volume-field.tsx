import { Field } from '#pwa/ui/form/field.tsx';
import { NumberInput } from '#pwa/ui/form/number-input.tsx';
import type { HeldTube } from './place-step.ts';
import { volumeProblem } from './volume-now.ts';

/** Asks for the volume left in a returned tube; empty means that nothing was used. */
export function VolumeNow(props: { tube: HeldTube; value: string; onChange(value: string): void }) {
  const { tube, value, onChange } = props;
  const known = tube.volume === null ? 'No volume is recorded.' : `Recorded: ${tube.volume} µL.`;
  return (
    <Field
      label={`Volume now in ${tube.barcode}`}
      hint={`${known} Leave it empty when nothing was used.`}
      error={volumeProblem(value)}
    >
      {(control) => <NumberInput {...control} decimal unit="µL" value={value} onChange={onChange} />}
    </Field>
  );
}
