import { ArrowDownToLine, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { fieldApplies } from '#db/protocols/field.ts';
import { isLive } from '#db/protocols/sections/section-run.ts';
import { valueKey } from '#db/protocols/values/current-values.ts';
import { unitOf } from '#pwa/features/protocols/sections/section-view.ts';
import { Button } from '#pwa/ui/button.tsx';
import { EntityBadge } from '#pwa/ui/entity-badge.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { useWide } from '#pwa/ui/use-wide.ts';
import { getDisplayValue } from './display-values.ts';
import {
  type CellOf,
  emptyBelow,
  fillDownEntries,
  filledText,
  type GridCell,
  type GridColumn,
  type GridEntry,
  type GridLine,
  kindOf,
  NOTHING_TO_FILL_WITH,
  takesFill,
} from './entered-value.ts';
import { ProposedColumns, type SampleValuesProps } from './proposed-columns.tsx';
import { ValueGrid } from './value-grid.tsx';
import { ValueInput } from './value-input.tsx';

interface SampleCardsProps {
  label: string;
  lines: readonly GridLine[];
  columns: readonly GridColumn[];
  cellOf: CellOf;
  /** `done` receives the result of a fill once the accepted values are known. */
  onCommit(entries: readonly GridEntry[], done?: string): void;
  onActive(cell: { lineId: string; columnId: string }): void;
  /** Called on a press on the note of a value that proposes a failure. */
  onNote(cell: { lineId: string; columnId: string }): void;
  /** Reports why no cell could be filled. */
  onMessage(text: string): void;
}

function Note({ cell, onNote }: { cell: GridCell; onNote(): void }) {
  if (!cell.proposes) return cell.note;
  return (
    <button type="button" className="min-h-11 text-left text-tone-ink underline" onClick={onNote}>
      {cell.note}
    </button>
  );
}

/** The values as a card for each well, where a grid would be too narrow for touch. */
export function SampleCards(props: SampleCardsProps) {
  const { label, lines, columns, cellOf, onCommit, onActive, onNote, onMessage } = props;
  const [active, setActive] = useState({ line: -1, column: -1 });
  const fillDown = (line: number, column: number): void => {
    const [from, of] = [lines[line], columns[column]];
    if (!from || !of) return;
    const { value } = cellOf(from.id, of.id);
    if (value === '') onMessage(NOTHING_TO_FILL_WITH);
    const entries = fillDownEntries(value, { line, column }, lines, columns, cellOf);
    if (entries.length > 0) onCommit(entries, filledText(entries.length));
  };
  return (
    <ul aria-label={label} className="flex flex-col gap-3">
      {lines.map((line, row) => (
        <li key={line.id} data-row={line.id} className="rounded-lg border border-line p-3">
          <p className="mb-2">
            <span className="inline-block w-10 font-semibold tabular-nums">{line.well}</span>
            <span className={line.dead ? 'code text-ink-soft line-through' : 'code'}>{line.name}</span>
            {line.entity && <EntityBadge entity={line.entity} />}
          </p>
          <div className="flex flex-col gap-3">
            {columns.map((column, at) => {
              const place = { lineId: line.id, columnId: column.id };
              const cell = cellOf(line.id, column.id);
              if (cell.isApplicable === false) return null;
              const below = cell.readOnly ? 0 : emptyBelow({ line: row, column: at }, lines, columns, cellOf);
              const isActive = active.line === row && active.column === at;
              // The button's space is reserved: a target that moves during a press is missed.
              const fillable = !cell.readOnly && row < lines.length - 1 && takesFill(column);
              return (
                <div
                  key={column.id}
                  data-field={column.id}
                  data-tone={cell.tone === 'none' ? undefined : cell.tone}
                >
                  <Field
                    label={column.label}
                    required={column.required && column.kind !== 'calculated'}
                    labelAddon={
                      isActive && below > 0 ? (
                        <Button icon={ArrowDownToLine} onClick={() => fillDown(row, at)}>
                          {`Fill ${below} below`}
                        </Button>
                      ) : fillable ? null : undefined
                    }
                    filter={column.kind === 'calculated'}
                    error={cell.tone === 'danger' ? cell.note : null}
                    hint={
                      cell.tone === 'danger' || cell.note === null ? null : (
                        <Note cell={cell} onNote={() => onNote(place)} />
                      )
                    }
                  >
                    {(control) => (
                      <ValueInput
                        {...control}
                        label={`${column.label} of ${line.name}`}
                        kind={column.kind}
                        unit={column.unit}
                        value={cell.value}
                        readOnly={cell.readOnly}
                        onFocus={() => {
                          setActive({ line: row, column: at });
                          onActive(place);
                        }}
                        onCommit={(text, baseline) => onCommit([{ ...place, text, baseline }])}
                      />
                    )}
                  </Field>
                  {cell.isRefused && !cell.readOnly && (
                    <Button
                      icon={RotateCcw}
                      aria-label={`Try again: ${column.label} of ${line.name}`}
                      onClick={() => onCommit([{ ...place, text: cell.value, baseline: cell.value }])}
                    >
                      Try again
                    </Button>
                  )}
                </div>
              );
            })}
          </div>
        </li>
      ))}
    </ul>
  );
}

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
function cellsOf(props: Pick<SampleValuesProps, 'view' | 'fields' | 'values' | 'recording'>): CellOf {
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
      : {
          value: pendingText.text,
          tone: 'danger',
          note: pendingText.problem,
          proposes: false,
          readOnly,
          isRefused: true,
        };
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
    ...(row.sample ? { entity: row.sample.entity } : {}),
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
