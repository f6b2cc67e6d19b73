import { PLATE_COLUMNS, PLATE_ROWS } from '#db/values/plate-well.ts';
import { shortNumber, type ValueSummary, type WellValue } from './value-summary.ts';

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
