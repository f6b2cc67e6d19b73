const STEPS = [
  { size: 1e9, unit: 'Gb' },
  { size: 1e6, unit: 'Mb' },
  { size: 1e3, unit: 'kb' },
] as const;

/** Format bases: 74,167,499,060 is `74.17 Gb`. */
export function formatBases(bases: number): string {
  const step = STEPS.find(({ size }) => bases >= size);
  return step
    ? `${(bases / step.size).toFixed(bases >= step.size * 100 ? 1 : 2)} ${step.unit}`
    : `${bases} b`;
}

/** Format bases for an axis, in whole numbers and without a blank, so that a label stays on its line. */
export function formatBasesShort(bases: number): string {
  const step = STEPS.find(({ size }) => bases >= size);
  return step ? `${Math.round((bases / step.size) * 10) / 10}${step.unit}` : String(bases);
}
