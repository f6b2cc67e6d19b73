import { valueKey } from '#db/protocols/current-values.ts';
import { fieldApplies } from '#db/protocols/field-applies.ts';
import { isLive } from '#db/protocols/section-run.ts';
import { useWide } from '#pwa/ui/use-wide.ts';
import { kindOf } from './column-kind.ts';
import { getDisplayValue } from './display-values.ts';
import type { CellOf, GridCell, GridColumn, GridEntry, GridLine } from './grid-cells.ts';
import { ProposedColumns, type SampleValuesProps } from './proposed-columns.tsx';
import { SampleCards } from './sample-cards.tsx';
import { unitOf } from './section-view.ts';
import { ValueGrid } from './value-grid.tsx';

/** The field does not apply to this row. */
const NOT_APPLICABLE: GridCell = {
  value: '',
  tone: 'none',
  note: null,
  proposes: false,
  readOnly: true,
  isApplicable: false,
};

/** Return the content of a cell: a value that is being saved or was refused first, else the recorded one. */
export function cellsOf(props: Pick<SampleValuesProps, 'view' | 'fields' | 'values' | 'recording'>): CellOf {
  const { view, fields, values, recording } = props;
  const live = new Set(view.run.rows.filter(isLive).map((row) => row.id));
  const byId = new Map(fields.map((one) => [one.id, one]));
  const rows = new Map(view.run.rows.map((row) => [row.id, row]));
  return (rowId, fieldId) => {
    const [field, row] = [byId.get(fieldId), rows.get(rowId)];
    if (field && row && !fieldApplies(field, row)) return NOT_APPLICABLE;
    const pendingText = recording.pendingTexts.get(valueKey(fieldId, rowId));
    const displayValue = getDisplayValue(values, fieldId, rowId);
    const readOnly = view.lockedText !== null || field?.type === 'CALCULATION' || !live.has(rowId);
    if (!pendingText) return { ...displayValue, readOnly };
    return pendingText.problem === null
      ? { value: pendingText.text, tone: 'none', note: null, proposes: false, readOnly }
      : { value: pendingText.text, tone: 'danger', note: pendingText.problem, proposes: false, readOnly };
  };
}

/**
 * The PER_SAMPLE fields of a step in plate order, samples then controls: a grid on a desktop, cards on touch
 * screens.
 */
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
  const record = async (entries: readonly GridEntry[], done: string | undefined): Promise<void> => {
    const { rejectedCount, problem } = await recording.record(
      entries.map(({ lineId, columnId, text, baseline }) => ({
        fieldId: columnId,
        rowId: lineId,
        text,
        inputMethod: 'TYPED',
        ...(baseline === undefined ? {} : { baseline }),
      })),
    );
    if (done === undefined) return;
    if (rejectedCount === 0) recording.showFeedback('ok', done);
    else recording.showFeedback('warning', done, `${rejectedCount} of them not taken: ${problem}`);
  };
  const sharedProps = {
    label: `Values of ${fields.map((one) => one.label).join(', ')}`,
    lines,
    columns,
    cellOf: cellsOf(props),
    onCommit: (entries: readonly GridEntry[], done?: string) => void record(entries, done),
    onActive: ({ lineId, columnId }: { lineId: string; columnId: string }) =>
      onActive({ rowId: lineId, fieldId: columnId }),
    onNote: ({ lineId }: { lineId: string }) => onProposeFailure(lineId),
    onMessage: (text: string) => recording.showFeedback('warning', text),
  };
  if (lines.length === 0)
    return <p className="text-ink-soft">Lay out the plate to record values for each well.</p>;
  return (
    <>
      <ProposedColumns {...props} />
      {wide ? <ValueGrid {...sharedProps} /> : <SampleCards {...sharedProps} />}
    </>
  );
}
