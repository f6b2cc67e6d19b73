import { ChartScatter } from 'lucide-react';
import { useId, useState } from 'react';
import type { Field } from '#db/protocols/field.ts';
import { isLive } from '#db/protocols/section-run.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { type DisplayValue, getDisplayValue } from './display-values.ts';
import { PlateHeatMap } from './plate-heat-map.tsx';
import { type SectionView, unitOf } from './section-view.ts';
import { ValueStrip } from './value-strip.tsx';
import { sideOf, summarize, type ValueSummary, type WellValue } from './value-summary.ts';

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
          {open ? 'Hide the picture' : 'Show as a picture'}
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
