import { TriangleAlert } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useScanBus } from '#pwa/scanning/use-scan.ts';
import { NumberInput, stripToNumeric } from '#pwa/ui/form/number-input.tsx';
import { YesNo } from '#pwa/ui/form/segmented.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { type ColumnKind, type GridCell, isNumeric } from './entered-value.ts';

interface TypedText {
  text: string;
  /** The value of the input when typing began. */
  over: string;
}

/**
 * Keep the text that a user types over a value until the input loses focus. Text that a scanner wrote and the
 * page removed does not count as typing: an input without typing shows the current value and commits nothing.
 */
function useTypedText(
  value: string,
  onCommit: (text: string, baseline: string) => void,
  { takesScans }: { takesScans: boolean },
) {
  const [typed, setTyped] = useState<TypedText | null>(null);
  // Keys and scans may come before the input renders again.
  const latest = useRef<TypedText | null>(null);
  const set = (next: TypedText | null): void => {
    latest.current = next;
    setTyped(next);
  };
  const type = (text: string): void => {
    const over = latest.current?.over ?? value;
    set(text === over ? null : { text, over });
  };
  const leave = (): void => {
    const draft = latest.current;
    set(null);
    if (draft === null || draft.text.trim() === value) return;
    // A slow scanner looks like a person: over a code it replaces nothing without a confirmation.
    onCommit(draft.text.trim(), takesScans ? '' : draft.over);
  };
  const bus = useScanBus();
  const end = useRef(leave);
  useEffect(() => {
    end.current = leave;
  });
  // Typed text is committed before a scan, which is judged with it.
  useEffect(() => (takesScans ? bus.onScan(() => end.current()) : undefined), [bus, takesScans]);
  return { text: typed?.text ?? value, type, leave, undo: () => set(null) };
}

interface ValueInputProps {
  id?: string | undefined;
  describedBy?: string | undefined;
  invalid: boolean;
  label: string;
  kind: ColumnKind;
  unit: string;
  value: string;
  readOnly: boolean;
  /** Called when the input gets the focus, or is pressed while focused. */
  onFocus?(): void;
  /** Called when the input loses focus with a text other than the displayed one, which is `seen`. */
  onCommit(text: string, baseline: string): void;
}

/** One value outside a grid; it is saved when the input loses focus. */
export function ValueInput(props: ValueInputProps) {
  const { kind, value, unit, readOnly, label, onCommit } = props;
  const typed = useTypedText(value, onCommit, { takesScans: kind === 'code' });
  const control = {
    id: props.id,
    describedBy: props.describedBy,
    invalid: props.invalid,
    disabled: readOnly && kind !== 'calculated',
    value: typed.text,
    onChange: typed.type,
    onBlur: typed.leave,
  };
  if (kind === 'calculated')
    return (
      <output
        id={props.id}
        aria-describedby={props.describedBy}
        className="block min-h-control py-2 text-lg tabular-nums"
      >
        {value === '' ? '–' : value} {value !== '' && unit}
      </output>
    );
  if (kind === 'boolean')
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: only notes where the focus is
      <div onFocus={props.onFocus}>
        <YesNo
          label={label}
          value={value === '' ? null : value === 'true'}
          disabled={readOnly}
          onChange={(answer) => onCommit(answer ? 'true' : 'false', value)}
        />
      </div>
    );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notes where the focus is, so that a scan goes there
    <div onFocus={props.onFocus} onPointerDown={props.onFocus}>
      {kind === 'number' ? (
        <NumberInput {...control} decimal signed unit={unit} />
      ) : (
        <TextInput
          {...control}
          type={kind === 'date' ? 'date' : 'text'}
          code={kind === 'code'}
          {...(kind === 'code' ? { placeholder: 'Scan or type' } : {})}
        />
      )}
    </div>
  );
}

interface ValueCellProps {
  /** `row:column`, by which the grid finds the cell. */
  position: string;
  /** The field's id, by which the page finds a missing value. */
  field: string;
  label: string;
  kind: ColumnKind;
  cell: GridCell;
  /** The cell that Tab reaches. */
  stop: boolean;
  /** Called when the cell gets the focus, or is pressed while focused. */
  onFocus(): void;
  /** Called when the cell loses focus with a text other than the displayed one, which is `seen`. */
  onCommit(text: string, baseline: string): void;
  onNote?: (() => void) | undefined;
}

const CELL_CLASS =
  'block w-full min-w-24 min-h-control bg-transparent px-2 tabular-nums outline-none focus-visible:outline-3 focus-visible:-outline-offset-3 focus-visible:outline-focus';
// This avoids `read-only:`, which matches every button.
const getInkClass = (cell: GridCell): string => (cell.readOnly ? 'text-ink-soft' : '');
const YES_NO: Record<string, string> = { true: 'Yes', false: 'No' };

interface InnerProps extends ValueCellProps {
  describedBy: string | undefined;
}

function TextCell({ position, label, kind, cell, stop, onFocus, onCommit, describedBy }: InnerProps) {
  const typed = useTypedText(cell.value, onCommit, { takesScans: kind === 'code' });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') typed.undo();
    // What refused the text may be corrected elsewhere: Enter sends it again.
    if (event.key === 'Enter' && cell.isRefused && !cell.readOnly && typed.text === cell.value)
      onCommit(cell.value, cell.value);
  };
  const take = (text: string): void =>
    typed.type(
      kind === 'number' ? stripToNumeric(text.replace(',', '.'), { decimal: true, signed: true }) : text,
    );
  return (
    <input
      data-cell={position}
      aria-label={label}
      aria-invalid={cell.tone === 'danger' || undefined}
      aria-describedby={describedBy}
      type={kind === 'date' ? 'date' : 'text'}
      inputMode={kind === 'number' ? 'decimal' : kind === 'code' ? 'none' : 'text'}
      autoComplete="off"
      spellCheck={false}
      readOnly={cell.readOnly}
      tabIndex={stop ? 0 : -1}
      value={typed.text}
      className={`${CELL_CLASS} ${getInkClass(cell)} ${isNumeric(kind) ? 'text-right' : ''}`}
      onPointerDown={onFocus}
      onFocus={(event) => {
        onFocus();
        const cell = event.currentTarget;
        if (cell.type !== 'text') return;
        // As in a spreadsheet, typing replaces the content, also after a press of the mouse. The frame may be
        // late: it must not select a digit that was typed meanwhile, because the next one would replace it.
        const before = cell.value;
        cell.select();
        requestAnimationFrame(() => {
          if (cell.value === before) cell.select();
        });
      }}
      onBlur={typed.leave}
      onKeyDown={onKeyDown}
      onChange={(event) => take(event.target.value)}
    />
  );
}

/** Yes, No or unanswered: a press or Space cycles, Y and N answer. */
function YesNoCell({ position, label, cell, stop, onFocus, onCommit, describedBy }: InnerProps) {
  const answer = (text: string): void => {
    if (!cell.readOnly && text !== cell.value) onCommit(text, cell.value);
  };
  const key = (event: KeyboardEvent): void => {
    const pressed = event.key.toLowerCase();
    if (pressed === 'y' || pressed === 'n') {
      event.preventDefault();
      answer(pressed === 'y' ? 'true' : 'false');
    }
  };
  return (
    <button
      type="button"
      data-cell={position}
      aria-label={`${label}: ${YES_NO[cell.value] ?? 'not answered'}`}
      aria-describedby={describedBy}
      tabIndex={stop ? 0 : -1}
      disabled={cell.readOnly && !stop}
      className={`${CELL_CLASS} ${getInkClass(cell)} text-left`}
      onFocus={onFocus}
      onKeyDown={key}
      onClick={() => answer(cell.value === 'true' ? 'false' : 'true')}
    >
      {YES_NO[cell.value] ?? '–'}
    </button>
  );
}

/** One cell of a grid: its value, its color with an icon, and its problem. */
export function ValueCell(props: ValueCellProps) {
  const { cell, position, onNote } = props;
  const noteId =
    cell.note === null ? undefined : `note-${position.replace(':', '-')}-${props.label}`.replace(/\W/g, '_');
  const tone = cell.tone === 'none' ? undefined : cell.tone;
  const Inner = props.kind === 'boolean' ? YesNoCell : TextCell;
  if (cell.isApplicable === false)
    return (
      <td className="border-line border-l px-2 text-ink-soft">
        <span
          data-cell={position}
          tabIndex={props.stop ? 0 : -1}
          aria-label={`${props.label}: not asked`}
          role="img"
          onFocus={props.onFocus}
        >
          –
        </span>
      </td>
    );
  const marked = tone === 'warning' || tone === 'danger';
  return (
    <td
      data-field={props.field}
      data-tone={tone}
      className={`border-line border-l p-0 ${tone ? 'bg-tone-soft text-tone-ink' : ''}`}
    >
      <span className="flex items-center">
        {marked && <TriangleAlert aria-hidden size={14} className="ml-1.5 shrink-0" />}
        <Inner {...props} describedBy={noteId} />
      </span>
      {cell.note !== null &&
        (onNote && cell.proposes ? (
          <button
            type="button"
            id={noteId}
            tabIndex={-1}
            onClick={onNote}
            className={`block min-h-6 max-w-56 px-2 pb-1 text-xs underline underline-offset-2 ${isNumeric(props.kind) ? 'ml-auto text-right' : 'text-left'}`}
          >
            {cell.note}
          </button>
        ) : (
          <span
            id={noteId}
            className={`block max-w-56 px-2 pb-1 text-xs ${isNumeric(props.kind) ? 'ml-auto text-right' : ''}`}
          >
            {cell.note}
          </span>
        ))}
      {cell.isRefused && !cell.readOnly && (
        <button
          type="button"
          tabIndex={-1}
          aria-label={`Try again: ${props.label}`}
          onClick={() => props.onCommit(cell.value, cell.value)}
          className="block min-h-6 px-2 pb-1 text-xs underline underline-offset-2"
        >
          Try again
        </button>
      )}
    </td>
  );
}
