import { ArrowDownToLine } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react';
import { countOf } from '#pwa/format/numbers.ts';
import { Button } from '#pwa/ui/button.tsx';
import { EntityBadge } from '#pwa/ui/entity-badge.tsx';
import { KeyboardHints } from '#pwa/ui/keyboard-hints.tsx';
import {
  type CellOf,
  clipboardCells,
  fillDownEntries,
  filledText,
  type GridColumn,
  type GridEntry,
  type GridLine,
  isBlock,
  isNumeric,
  NOTHING_TO_FILL_WITH,
  pasteEntries,
} from './entered-value.ts';
import { ValueCell } from './value-input.tsx';

interface ValueGridProps {
  label: string;
  lines: readonly GridLine[];
  columns: readonly GridColumn[];
  cellOf: CellOf;
  /** `done` receives the result of a paste or a fill once the accepted values are known. */
  onCommit(entries: readonly GridEntry[], done?: string): void;
  /** The cell that receives scans. */
  onActive?(cell: { lineId: string; columnId: string }): void;
  /** Reports why no cell could be filled or pasted. */
  onMessage?(text: string): void;
  /** Called on a press on the note of a value that proposes a failure. */
  onNote?(cell: { lineId: string; columnId: string }): void;
}

const HINTS = [
  { keys: ['↑', '↓'], does: 'row' },
  { keys: ['Enter'], does: 'save, next row' },
  { keys: ['Ctrl', 'D'], does: 'fill down' },
  { keys: ['Ctrl', 'V'], does: 'paste a block' },
  { keys: ['Esc'], does: 'undo typing' },
];

const STEPS: Record<string, [number, number]> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
};

/** Left and right leave a cell only when the caret is at that end of its text. */
function leavesCell(key: string, target: EventTarget): boolean {
  if (key === 'ArrowUp' || key === 'ArrowDown' || !(target instanceof HTMLInputElement)) return true;
  if (target.type === 'date') return false;
  const { selectionStart: start, selectionEnd: end, value } = target;
  if (start === 0 && end === value.length) return true;
  return key === 'ArrowLeft' ? start === 0 && end === 0 : start === value.length && end === value.length;
}

/**
 * Values of many wells with one tab stop, used like a spreadsheet; a value is saved when its cell loses
 * focus.
 */
export function ValueGrid(props: ValueGridProps) {
  const { lines, columns, cellOf, onCommit, onMessage } = props;
  const [active, setActive] = useState({ line: 0, column: 0 });
  const table = useRef<HTMLTableElement>(null);
  const editable = lines.some((line) => columns.some((column) => !cellOf(line.id, column.id).readOnly));

  const focusCell = (line: number, column: number): void => {
    const cell = table.current?.querySelector<HTMLElement>(`[data-cell="${line}:${column}"]`);
    cell?.focus();
    if (cell instanceof HTMLInputElement && cell.type === 'text') cell.select();
  };
  const step = (down: number, right: number): void => {
    const line = Math.min(lines.length - 1, Math.max(0, active.line + down));
    const column = Math.min(columns.length - 1, Math.max(0, active.column + right));
    focusCell(line, column);
  };
  const nextRow = (back: boolean): void => {
    if (back) step(-1, 0);
    else if (active.line < lines.length - 1) step(1, 0);
    else if (active.column < columns.length - 1) focusCell(0, active.column + 1);
  };
  const fillDown = (typed?: string): void => {
    const [line, column] = [lines[active.line], columns[active.column]];
    if (!line || !column) return;
    const text = typed ?? cellOf(line.id, column.id).value;
    const below = fillDownEntries(text, active, lines, columns, cellOf);
    const own = typed !== undefined && typed !== cellOf(line.id, column.id).value;
    const entries = own ? [{ lineId: line.id, columnId: column.id, text }, ...below] : below;
    if (below.length > 0) onCommit(entries, filledText(below.length));
    else {
      if (own) onCommit(entries);
      onMessage?.(text.trim() === '' ? NOTHING_TO_FILL_WITH : 'There is no empty cell below to fill.');
    }
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>): void => {
    const move = STEPS[event.key];
    if (event.key === 'Enter') {
      event.preventDefault();
      nextRow(event.shiftKey);
    } else if (event.key.toLowerCase() === 'd' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      fillDown(event.target instanceof HTMLInputElement ? event.target.value : undefined);
    } else if (move && !event.shiftKey && leavesCell(event.key, event.target)) {
      event.preventDefault();
      step(...move);
    } else if (event.ctrlKey && (event.key === 'Home' || event.key === 'End')) {
      event.preventDefault();
      if (event.key === 'Home') focusCell(0, 0);
      else focusCell(lines.length - 1, columns.length - 1);
    }
  };
  const onPaste = (event: ClipboardEvent): void => {
    const text = event.clipboardData.getData('text');
    if (!isBlock(text)) return;
    event.preventDefault();
    const { entries, beyond } = pasteEntries(clipboardCells(text), active, lines, columns, cellOf);
    const overflowText = beyond > 0 ? `; ${beyond} did not fit on the plate and were skipped` : '';
    if (entries.length > 0) onCommit(entries, `Pasted ${countOf(entries.length, 'value')}${overflowText}.`);
    else onMessage?.(`Nothing was pasted${overflowText}.`);
  };
  return (
    <div className="flex flex-col gap-2">
      <div
        // The head, the names and the bar of the page never cover the cell that has the focus.
        className="max-h-[max(12rem,min(70dvh,calc(100dvh-11rem)))] w-fit max-w-full scroll-pt-11 scroll-pb-1 scroll-pl-44 overflow-auto rounded-md border border-line"
      >
        <table
          ref={table}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the table is worked as a grid, cell by cell
          role="grid"
          aria-label={props.label}
          className="border-collapse text-sm"
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        >
          <GridHead columns={columns} />
          <tbody>
            {lines.map((line, row) => (
              <tr key={line.id} data-row={line.id} className="border-line border-t">
                <th
                  scope="row"
                  className="sticky left-0 z-1 w-px whitespace-nowrap bg-surface px-2 text-left font-normal"
                >
                  <span className="inline-block w-9 font-semibold tabular-nums">{line.well}</span>
                  <span className={line.dead ? 'code text-ink-soft line-through' : 'code'}>{line.name}</span>
                  {line.entity && <EntityBadge entity={line.entity} />}
                </th>
                {columns.map((column, at) => (
                  <ValueCell
                    key={column.id}
                    position={`${row}:${at}`}
                    field={column.id}
                    label={`${column.label} of ${line.name}`}
                    kind={column.kind}
                    cell={cellOf(line.id, column.id)}
                    stop={active.line === row && active.column === at}
                    onFocus={() => {
                      setActive({ line: row, column: at });
                      props.onActive?.({ lineId: line.id, columnId: column.id });
                    }}
                    onCommit={(text, baseline) =>
                      onCommit([{ lineId: line.id, columnId: column.id, text, baseline }])
                    }
                    onNote={props.onNote && (() => props.onNote?.({ lineId: line.id, columnId: column.id }))}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {editable && (
        <div className="flex flex-wrap items-center gap-3">
          <Button icon={ArrowDownToLine} onClick={() => fillDown()}>
            Fill down
          </Button>
          <KeyboardHints hints={HINTS} />
        </div>
      )}
    </div>
  );
}

function GridHead({ columns }: { columns: readonly GridColumn[] }) {
  return (
    <thead className="sticky top-0 z-2 bg-sunken text-ink-soft">
      <tr>
        <th scope="col" className="sticky left-0 bg-sunken px-2 py-2 text-left font-semibold">
          Well
        </th>
        {columns.map((column) => (
          <th
            key={column.id}
            scope="col"
            className={`${column.kind === 'text' ? 'min-w-72' : 'min-w-40'} px-2 py-2 font-semibold ${isNumeric(column.kind) ? 'text-right' : 'text-left'}`}
          >
            {column.label}
            {column.unit && <span className="font-normal">{`, ${column.unit}`}</span>}
            {column.required && column.kind !== 'calculated' && (
              <span data-tone="danger" className="text-tone-ink" title="Required">
                {' *'}
              </span>
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}
