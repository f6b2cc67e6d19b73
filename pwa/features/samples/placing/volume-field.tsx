import type { BenchCall } from '#db/bench-operations.ts';
import { Volume } from '#db/samples/volume.ts';
import type { OperationResult } from '#pwa/replica/operations/run-operation.ts';
import type { ScanFeedback } from '#pwa/scanning/use-verdict.ts';
import { Field } from '#pwa/ui/form/field.tsx';
import { NumberInput } from '#pwa/ui/form/number-input.tsx';
import type { HeldTube, PlaceStep } from './place-step.ts';

/** Validate a typed volume; returns the problem or null. Empty is valid and means that nobody checked. */
export function volumeProblem(typed: string): string | null {
  if (typed.trim() === '') return null;
  return Volume.safeParse(typed.trim()).error?.issues[0]?.message ?? null;
}

/**
 * Build the operation that records the volume of the scanned tube; null when no volume was entered or nothing
 * changed.
 */
export function buildVolumeCall(state: PlaceStep, typed: string): BenchCall<'confirm-volume'> | null {
  const read = typed.trim();
  if (state.step === 'SAMPLE' || read === '' || volumeProblem(read) !== null) return null;
  const { id, volume } = state.tube;
  if (volume !== null && Number(volume) === Number(read)) return null;
  return { name: 'confirm-volume', args: { sampleId: id, remainingVolume: read, recorded: volume } };
}

/** Add the outcome of the volume to the feedback of the placement. */
export function withVolume(
  feedback: ScanFeedback,
  booked: OperationResult | null,
  typed: string,
): ScanFeedback {
  if (!booked) return feedback;
  const volumeText =
    booked.outcome === 'APPLIED' || booked.outcome === 'UNKNOWN'
      ? `${typed.trim()} µL are left.`
      : (booked.message ?? '');
  const detail = [feedback.detail, volumeText].filter(Boolean).join(' ');
  const warn = booked.outcome !== 'APPLIED' && feedback.verdict === 'ok';
  return { ...feedback, detail, verdict: warn ? 'warning' : feedback.verdict };
}

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
