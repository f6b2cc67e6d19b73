import { Field } from '#pwa/ui/form/field.tsx';
import type { CellOf, GridColumn, GridEntry, GridLine } from './grid-cells.ts';
import { ValueInput } from './value-input.tsx';

interface SampleCardsProps {
  label: string;
  lines: readonly GridLine[];
  columns: readonly GridColumn[];
  cellOf: CellOf;
  onCommit(entries: readonly GridEntry[]): void;
  onActive(cell: { lineId: string; columnId: string }): void;
  onNote(cell: { lineId: string; columnId: string }): void;
}

/** The same values as a card for each well, where a grid would be too narrow to touch. */
export function SampleCards({ label, lines, columns, cellOf, onCommit, onActive, onNote }: SampleCardsProps) {
  return (
    <ul aria-label={label} className="flex flex-col gap-3">
      {lines.map((line) => (
        <li key={line.id} className="rounded-lg border border-line p-3">
          <p className="mb-2">
            <span className="inline-block w-10 font-semibold tabular-nums">{line.well}</span>
            <span className={line.dead ? 'code text-ink-soft line-through' : 'code'}>{line.name}</span>
          </p>
          <div className="flex flex-col gap-3">
            {columns.map((column) => {
              const place = { lineId: line.id, columnId: column.id };
              const cell = cellOf(line.id, column.id);
              return (
                <div key={column.id} data-tone={cell.tone === 'none' ? undefined : cell.tone}>
                  <Field
                    label={column.label}
                    required={column.required && column.kind !== 'calculated'}
                    filter={column.kind === 'calculated'}
                    error={cell.tone === 'danger' ? cell.note : null}
                    hint={
                      cell.tone === 'warning' ? (
                        <button
                          type="button"
                          className="min-h-11 text-left text-tone-ink underline"
                          onClick={() => onNote(place)}
                        >
                          {cell.note}
                        </button>
                      ) : cell.tone === 'danger' ? null : (
                        cell.note
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
                        onFocus={() => onActive(place)}
                        onCommit={(text) => onCommit([{ ...place, text }])}
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
