import { valueKey } from '#db/protocols/current-values.ts';
import type { Field } from '#db/protocols/field.ts';
import { isLive } from '#db/protocols/section-run.ts';
import { useWide } from '#pwa/ui/use-wide.ts';
import { kindOf } from './column-kind.ts';
import type { CellOf, GridColumn, GridEntry, GridLine } from './grid-cells.ts';
import { SampleCards } from './sample-cards.tsx';
import { type SectionView, unitOf } from './section-view.ts';
import { type ShownValue, shownAt } from './shown-values.ts';
import type { RecordValues } from './use-record-values.ts';
import { ValueGrid } from './value-grid.tsx';

export interface SampleValuesProps {
  view: SectionView;
  fields: readonly Field[];
  values: ReadonlyMap<string, ShownValue>;
  recording: RecordValues;
  onActive(cell: { rowId: string; fieldId: string }): void;
  /** A value outside its quality range was pressed: the sample may be failed. */
  onProposeFailure(sampleId: string): void;
}

/** What a cell shows: what is being saved or was refused first, else what is recorded. */
export function cellsOf(props: Pick<SampleValuesProps, 'view' | 'fields' | 'values' | 'recording'>): CellOf {
  const { view, fields, values, recording } = props;
  const live = new Set(view.run.rows.filter(isLive).map((row) => row.id));
  const calculated = new Set(fields.filter((one) => one.type === 'CALCULATION').map((one) => one.id));
  return (rowId, fieldId) => {
    const entered = recording.entered.get(valueKey(fieldId, rowId));
    const shown = shownAt(values, fieldId, rowId);
    const readOnly = view.lockedText !== null || calculated.has(fieldId) || !live.has(rowId);
    if (!entered) return { ...shown, readOnly };
    return entered.problem === null
      ? { value: entered.text, tone: 'none', note: null, readOnly }
      : { value: entered.text, tone: 'danger', note: entered.problem, readOnly };
  };
}

/** The PER_SAMPLE fields of a step in plate order, samples then controls: a grid on a desk, cards under a thumb. */
export function SampleValues(props: SampleValuesProps) {
  const { view, fields, recording, onActive, onProposeFailure } = props;
  const wide = useWide();
  const lines: GridLine[] = view.run.rows.map((row) => ({
    id: row.id,
    well: row.well ?? '–',
    name: row.barcode,
    dead: !isLive(row),
  }));
  const columns: GridColumn[] = fields.map((field) => ({
    id: field.id,
    label: field.label,
    unit: unitOf(view, field),
    kind: kindOf(field),
    required: field.required,
  }));
  const commit = (entries: readonly GridEntry[]): void =>
    void recording.record(
      entries.map(({ lineId, columnId, text }) => ({
        fieldId: columnId,
        rowId: lineId,
        text,
        inputMethod: 'TYPED',
      })),
    );
  const note = ({ lineId, columnId }: { lineId: string; columnId: string }): void => {
    const tube = view.run.rows.find((row) => row.id === lineId)?.sample;
    const amber = shownAt(props.values, columnId, lineId).tone === 'warning';
    if (tube && amber) onProposeFailure(tube.id);
  };
  const given = {
    label: `Values of ${fields.map((one) => one.label).join(', ')}`,
    lines,
    columns,
    cellOf: cellsOf(props),
    onCommit: commit,
    onActive: ({ lineId, columnId }: { lineId: string; columnId: string }) =>
      onActive({ rowId: lineId, fieldId: columnId }),
    onNote: note,
  };
  if (lines.length === 0)
    return <p className="text-ink-soft">Lay out the plate to record values for each well.</p>;
  return wide ? (
    <ValueGrid {...given} onSaid={(text) => recording.say('ok', text)} />
  ) : (
    <SampleCards {...given} />
  );
}
