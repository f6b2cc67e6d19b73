import type { Field } from '#db/protocols/field.ts';
import { axisOf, shortNumber, type ValueSummary, type WellValue } from './value-summary.ts';

const [WIDTH, TOP, BASE, PAD] = [320, 18, 78, 12];
const DOT = 3.5;

interface Dot extends WellValue {
  x: number;
  y: number;
}

/** Overlapping dots are stacked as far as there is space. */
function pile(values: readonly WellValue[], xOf: (value: number) => number): Dot[] {
  const heights = new Map<number, number>();
  return [...values]
    .sort((a, b) => a.value - b.value)
    .map((one) => {
      const x = xOf(one.value);
      const column = Math.round(x / (DOT * 2));
      const height = heights.get(column) ?? 0;
      heights.set(column, height + 1);
      return { ...one, x: column * DOT * 2, y: Math.max(TOP + DOT, BASE - DOT - height * DOT * 2) };
    });
}

/** A limit of the quality range: a line with its number above. */
function Limit({ x, text }: { x: number; text: string }) {
  const anchor = x > WIDTH / 2 ? 'end' : 'start';
  return (
    <g data-tone="warning">
      <line x1={x} x2={x} y1={4} y2={BASE} className="stroke-tone" strokeWidth={2} strokeDasharray="4 3" />
      <text
        x={anchor === 'end' ? x - 4 : x + 4}
        y={13}
        textAnchor={anchor}
        className="fill-tone-ink text-[11px]"
      >
        {text}
      </text>
    </g>
  );
}

/** The distribution of the numbers along one axis, against the quality range. */
export function ValueStrip({
  summary,
  field,
  label,
}: {
  summary: ValueSummary;
  field: Field;
  label: string;
}) {
  const { from, to } = axisOf(summary, field);
  const xOf = (value: number): number => PAD + ((value - from) / (to - from)) * (WIDTH - 2 * PAD);
  const { qcMin, qcMax } = field;
  return (
    <svg viewBox={`0 0 ${WIDTH} 96`} role="img" aria-label={label} className="w-full max-w-md">
      {qcMin !== null && <Limit x={xOf(Number(qcMin))} text={`min ${qcMin}`} />}
      {qcMax !== null && <Limit x={xOf(Number(qcMax))} text={`max ${qcMax}`} />}
      <line x1={PAD} x2={WIDTH - PAD} y1={BASE} y2={BASE} className="stroke-line-strong" />
      <path d={`M${xOf(summary.median)} ${BASE}l-4 7h8z`} className="fill-ink" />
      <text x={xOf(summary.median)} y={95} textAnchor="middle" className="fill-ink-soft text-[11px]">
        {`median ${shortNumber(summary.median)}`}
      </text>
      {pile(
        summary.values.filter((one) => !one.control),
        xOf,
      ).map((dot) => (
        <circle
          key={dot.well + dot.name}
          cx={dot.x}
          cy={dot.y}
          r={DOT}
          data-tone={dot.side === 'inside' ? undefined : 'warning'}
          className={dot.side === 'inside' ? 'fill-accent' : 'fill-tone-soft stroke-tone-ink'}
        />
      ))}
    </svg>
  );
}
