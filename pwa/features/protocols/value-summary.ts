import type { Field } from '#db/protocols/field.ts';

/** One well's number, and on which side of the quality range it lies. */
export interface WellValue {
  well: string;
  name: string;
  value: number;
  side: 'inside' | 'low' | 'high';
  control: boolean;
}

/** Summary statistics of one field. */
export interface ValueSummary {
  values: WellValue[];
  min: number;
  median: number;
  max: number;
  /** The summary as text. */
  text: string;
}

type Range = Pick<Field, 'qcMin' | 'qcMax'>;

/** Return the side of the quality range on which a number lies. */
export function sideOf({ qcMin, qcMax }: Range, value: number): WellValue['side'] {
  if (qcMin !== null && value < Number(qcMin)) return 'low';
  return qcMax !== null && value > Number(qcMax) ? 'high' : 'inside';
}

/** Format a number with at most four significant digits. */
export const shortNumber = (value: number): string => String(Number(value.toPrecision(4)));

function medianOf(sorted: readonly number[]): number {
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

const formatWells = (values: readonly WellValue[]): string => {
  const wellTexts = values.slice(0, 8).map((one) => `${one.well} (${shortNumber(one.value)})`);
  return `${wellTexts.join(', ')}${values.length > wellTexts.length ? ` and ${values.length - wellTexts.length} more` : ''}`;
};

/**
 * Summarize the numbers of one field over the plate; null while there are none. `wells` is the expected
 * number of wells.
 */
export function summarize(values: readonly WellValue[], wells: number, unit: string): ValueSummary | null {
  const samples = values.filter((one) => !one.control);
  const sorted = samples.map((one) => one.value).sort((a, b) => a - b);
  const [min] = sorted;
  const max = sorted.at(-1);
  if (min === undefined || max === undefined) return null;
  const median = medianOf(sorted);
  const unitText = unit === '' ? '' : ` ${unit}`;
  const of = (side: WellValue['side']) => samples.filter((one) => one.side === side);
  const parts = [
    `${samples.length} of ${wells} samples measured: from ${shortNumber(min)} to ${shortNumber(max)}${unitText}, median ${shortNumber(median)}${unitText}.`,
    ...(of('low').length > 0 ? [`Below the range: ${formatWells(of('low'))}.`] : []),
    ...(of('high').length > 0 ? [`Above the range: ${formatWells(of('high'))}.`] : []),
  ];
  return { values: [...values], min, median, max, text: parts.join(' ') };
}

/** Return the ends of the axis: all values and the quality range, with a margin. */
export function axisOf(summary: ValueSummary, { qcMin, qcMax }: Range): { from: number; to: number } {
  const ends = [
    ...summary.values.map((one) => one.value),
    ...[qcMin, qcMax].flatMap((one) => (one === null ? [] : [Number(one)])),
  ];
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const room = (high - low || Math.abs(high) || 1) * 0.05;
  return { from: low - room, to: high + room };
}
