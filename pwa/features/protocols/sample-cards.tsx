import { ArrowDownToLine } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import {
  type CellOf,
  emptyBelow,
  fillDownEntries,
  filledText,
  type GridCell,
  type GridColumn,
  type GridEntry,
  type GridLine,
  NOTHING_TO_FILL_WITH,
  takesFill,
} from './grid-cells.ts';
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
        <li key={line.id} className="rounded-lg border border-line p-3">
          <p className="mb-2">
            <span className="inline-block w-10 font-semibold tabular-nums">{line.well}</span>
            <span className={line.dead ? 'code text-ink-soft line-through' : 'code'}>{line.name}</span>
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
                <div key={column.id} data-tone={cell.tone === 'none' ? undefined : cell.tone}>
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
                </div>
              );
            })}
          </div>
        </li>
      ))}
    </ul>
  );
}
