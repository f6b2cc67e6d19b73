import type { Field } from '#db/protocols/field.ts';
import { PLATE_COLUMNS, PLATE_ROWS } from '#db/values/plate-well.ts';

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

const STEP = 24;
const EDGE = 20;
const [WIDTH, HEIGHT] = [EDGE + PLATE_COLUMNS * STEP, EDGE + PLATE_ROWS.length * STEP];
const COLUMNS = Array.from({ length: PLATE_COLUMNS }, (_, at) => at + 1);

/**
 * Higher values are darker; values outside the range have a warning color and an arrow, so that color is not
 * the only sign.
 */
function Well({ one, x, y, share }: { one: WellValue | undefined; x: number; y: number; share: number }) {
  const size = STEP - 3;
  if (!one) return <rect x={x} y={y} width={size} height={size} rx={4} className="fill-sunken" />;
  const title = <title>{`${one.well} ${one.name}: ${shortNumber(one.value)}`}</title>;
  if (one.side === 'inside')
    return (
      <g>
        {title}
        <rect x={x} y={y} width={size} height={size} rx={4} className="fill-sunken" />
        <rect
          x={x}
          y={y}
          width={size}
          height={size}
          rx={4}
          className="fill-accent"
          opacity={0.2 + share * 0.8}
        />
        {one.control && <circle cx={x + size / 2} cy={y + size / 2} r={4} className="fill-surface" />}
      </g>
    );
  const [cx, cy, up] = [x + size / 2, y + size / 2, one.side === 'high' ? -1 : 1];
  return (
    <g data-tone="warning">
      {title}
      <rect
        x={x}
        y={y}
        width={size}
        height={size}
        rx={4}
        className="fill-tone-soft stroke-tone"
        strokeWidth={2}
      />
      <path d={`M${cx - 5} ${cy - 3 * up}h10l-5 ${7 * up}z`} className="fill-tone-ink" />
    </g>
  );
}

/** The plate with a color for each well's number. */
export function PlateHeatMap({ summary, label }: { summary: ValueSummary; label: string }) {
  const byWell = new Map(summary.values.map((one) => [one.well, one]));
  const range = summary.max - summary.min;
  const shareOf = (one: WellValue | undefined): number =>
    !one || range === 0 ? 0.5 : Math.min(1, Math.max(0, (one.value - summary.min) / range));
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label} className="w-full max-w-md">
      {COLUMNS.map((column) => (
        <text
          key={column}
          x={EDGE + (column - 0.5) * STEP - 1.5}
          y={13}
          textAnchor="middle"
          className="fill-ink-soft text-[11px] tabular-nums"
        >
          {column}
        </text>
      ))}
      {PLATE_ROWS.map((row, down) => (
        <g key={row}>
          <text x={4} y={EDGE + (down + 0.5) * STEP + 3} className="fill-ink-soft text-[11px]">
            {row}
          </text>
          {COLUMNS.map((column) => {
            const one = byWell.get(`${row}${column}`);
            const place = { x: EDGE + (column - 1) * STEP, y: EDGE + down * STEP };
            return <Well key={column} one={one} {...place} share={shareOf(one)} />;
          })}
        </g>
      ))}
    </svg>
  );
}
