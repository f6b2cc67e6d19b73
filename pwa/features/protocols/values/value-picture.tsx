import { ChartScatter } from 'lucide-react';
import { useId, useState } from 'react';
import type { Field } from '#db/protocols/field.ts';
import { isLive } from '#db/protocols/sections/section-run.ts';
import { type SectionView, unitOf } from '#pwa/features/protocols/sections/section-view.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { type DisplayValue, getDisplayValue } from './display-values.ts';
import {
  axisOf,
  PlateHeatMap,
  shortNumber,
  sideOf,
  summarize,
  type ValueSummary,
  type WellValue,
} from './plate-heat-map.tsx';

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
function ValueStrip({ summary, field, label }: { summary: ValueSummary; field: Field; label: string }) {
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

interface ValuePictureProps {
  view: SectionView;
  fields: readonly Field[];
  values: ReadonlyMap<string, DisplayValue>;
}

function summaryOf({ view, values }: ValuePictureProps, field: Field): ValueSummary | null {
  const rows = view.run.rows.filter(isLive);
  const measured: WellValue[] = rows.flatMap((row) => {
    const { value, tone } = getDisplayValue(values, field.id, row.id);
    const number = Number(value);
    if (value === '' || !Number.isFinite(number) || row.well === null) return [];
    const control = row.control !== null;
    // A control is judged by its kind: a negative one is right when it contains nothing.
    const side = control && tone !== 'warning' ? 'inside' : sideOf(field, number);
    return [{ well: row.well, name: row.barcode, value: number, side, control }];
  });
  return summarize(measured, rows.filter((row) => row.control === null).length, unitOf(view, field));
}

function FieldChoice(props: { fields: readonly Field[]; value: string; onChange(id: string): void }) {
  const id = useId();
  const options = props.fields.map((one) => ({ value: one.id, label: one.label }));
  if (options.length < 2) return null;
  if (options.length < 4)
    return <Segmented label="Shown field" options={options} value={props.value} onChange={props.onChange} />;
  return (
    <span className="w-60">
      <label htmlFor={id} className="sr-only">
        Shown field
      </label>
      <Select
        id={id}
        value={props.value}
        options={options}
        onChange={(next) => next !== '' && props.onChange(next)}
      />
    </span>
  );
}

/** The numbers of a step as a plate and along an axis, next to their grid; shown on request. */
export function ValuePicture(props: ValuePictureProps) {
  const { fields } = props;
  const [open, setOpen] = useState(false);
  const [selectedId, setSelectedId] = useState('');
  const id = useId();
  const numeric = fields.filter((one) => one.type === 'NUMBER' || one.type === 'CALCULATION');
  const field = numeric.find((one) => one.id === selectedId) ?? numeric[0];
  const measured = numeric.some((one) => summaryOf(props, one) !== null);
  if (!field || (!measured && !open)) return null;
  const summary = open ? summaryOf(props, field) : null;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Button icon={ChartScatter} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {open ? 'Hide plate view' : 'Show plate view'}
        </Button>
        {open && <FieldChoice fields={numeric} value={field.id} onChange={setSelectedId} />}
      </div>
      <div id={id} hidden={!open}>
        {open && !summary && <p className="text-ink-soft">{`No value of ${field.label} is recorded yet.`}</p>}
        {summary && (
          <figure className="flex flex-col gap-2">
            <div className="grid items-center gap-4 sm:grid-cols-2">
              <PlateHeatMap summary={summary} label={`${field.label} over the plate`} />
              <ValueStrip summary={summary} field={field} label={`Distribution of ${field.label}`} />
            </div>
            <figcaption className="max-w-prose text-sm">
              <strong className="font-semibold">{field.label}</strong> {summary.text}
            </figcaption>
          </figure>
        )}
      </div>
    </div>
  );
}
