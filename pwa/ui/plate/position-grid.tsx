import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef, useState } from 'react';
import { PositionTip } from './position-tip.tsx';

/** A rectangle of named positions: 8 × 12 for a plate, 9 × 9 for a usual box. */
export interface GridShape {
  rows: number;
  columns: number;
}

/** Return the letter of a row; after Z comes AA. */
function rowLetter(row: number): string {
  const tail = String.fromCharCode(65 + (row % 26));
  return row < 26 ? tail : rowLetter(Math.floor(row / 26) - 1) + tail;
}

/** Return the name of a position, counted from zero: row 0, column 0 is A1. */
function positionName(row: number, column: number): string {
  return `${rowLetter(row)}${column + 1}`;
}

/** List all positions in column-major order: A1, B1, … H1, A2, … */
export function positionsOf({ rows, columns }: GridShape): string[] {
  return Array.from({ length: rows * columns }, (_, at) => positionName(at % rows, Math.floor(at / rows)));
}

/**
 * Return the position to which a key moves the focus, in column-major order: after the end of a column comes
 * the next column.
 */
export function moveByKey(index: number, key: string, { rows, columns }: GridShape): number | null {
  const last = rows * columns - 1;
  const column = Math.floor(index / rows);
  const moves: Record<string, number> = {
    ArrowDown: Math.min(last, index + 1),
    ArrowUp: Math.max(0, index - 1),
    ArrowRight: column < columns - 1 ? index + rows : index,
    ArrowLeft: column > 0 ? index - rows : index,
    Home: column * rows,
    End: column * rows + rows - 1,
    PageUp: 0,
    PageDown: last,
  };
  return moves[key] ?? null;
}

/** List all positions of the rectangle between two positions. */
function rectangle(from: number, to: number, { rows }: GridShape): number[] {
  const between = (a: number, b: number): number[] =>
    Array.from({ length: Math.abs(a - b) + 1 }, (_, at) => Math.min(a, b) + at);
  const columns = between(Math.floor(from / rows), Math.floor(to / rows));
  return columns.flatMap((column) => between(from % rows, to % rows).map((row) => column * rows + row));
}

export interface PositionDisplay {
  className: string;
  /** Read out after the position's name. */
  label: string;
  content: ReactNode;
  /** The second line of the tooltip. */
  detail?: string | undefined;
  /** Data attributes that the style sheet uses for colors. */
  data: Record<`data-${string}`, string | undefined>;
}

interface PositionGridProps {
  label: string;
  shape: GridShape;
  /** The position that Tab reaches. */
  focused: number;
  onFocus(index: number): void;
  isSelected(name: string): boolean;
  displayOf(name: string): PositionDisplay;
  /** Returns true when the key is handled. */
  onKey(event: KeyboardEvent, name: string, index: number): boolean;
  onPress(
    name: string,
    index: number,
    event: PointerEvent | { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean },
  ): void;
  /** Called on a double press on a position. */
  onDouble?: ((name: string) => void) | undefined;
  onRow?: ((row: number) => void) | undefined;
  onColumn?: ((column: number) => void) | undefined;
  drag?: Partial<
    Record<
      'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel',
      (event: PointerEvent<HTMLElement>) => void
    >
  >;
  /** The minimum width of a position in pixels; the grid then scrolls sideways. */
  minimum: number;
}

const HEADER =
  'grid place-items-center text-ink-soft text-xs font-semibold tabular-nums min-w-5 min-h-6 rounded-sm';

function Header({
  text,
  name,
  onPress,
}: {
  text: string;
  name: 'row' | 'column';
  onPress: (() => void) | undefined;
}) {
  return (
    <div role={`${name}header`} className="grid">
      {onPress ? (
        <button
          type="button"
          tabIndex={-1}
          aria-label={`Select ${name} ${text}`}
          onClick={onPress}
          className={`${HEADER} hover:bg-hover hover:text-ink`}
        >
          {text}
        </button>
      ) : (
        <span className={HEADER}>{text}</span>
      )}
    </div>
  );
}

/** Positions in rows and columns with one tab stop and arrow keys; plates and boxes both use it. */
export function PositionGrid(props: PositionGridProps) {
  const { shape, focused, minimum } = props;
  const tipId = useId();
  const [tip, setTip] = useState<{ name: string; element: HTMLElement } | null>(null);
  const showTip = (name: string, element: HTMLElement): void => setTip({ name, element });
  const keyDown = (event: KeyboardEvent<HTMLElement>, name: string, index: number): void => {
    if (event.key === 'Escape') setTip(null);
    const dealt = props.onKey(event, name, index);
    const next = dealt ? null : moveByKey(index, event.key, shape);
    if (dealt || next !== null) event.preventDefault();
    if (next === null) return;
    props.onFocus(next);
    const target = positionName(next % shape.rows, Math.floor(next / shape.rows));
    event.currentTarget
      .closest('[role=grid]')
      ?.querySelector<HTMLElement>(`[data-position="${target}"]`)
      ?.focus();
  };
  const cell = (row: number, column: number): ReactNode => {
    const index = column * shape.rows + row;
    const name = positionName(row, column);
    const display = props.displayOf(name);
    return (
      // biome-ignore lint/a11y/useSemanticElements: a table cell cannot be laid out and pressed like a well
      <div
        key={name}
        role="gridcell"
        data-position={name}
        tabIndex={index === focused ? 0 : -1}
        aria-selected={props.isSelected(name)}
        aria-label={`${name}: ${display.label}`}
        aria-describedby={tip?.name === name ? tipId : undefined}
        className={display.className}
        {...display.data}
        onFocus={(event) => {
          props.onFocus(index);
          if (event.currentTarget.matches(':focus-visible')) showTip(name, event.currentTarget);
        }}
        onBlur={() => setTip(null)}
        onPointerEnter={(event) => event.pointerType !== 'touch' && showTip(name, event.currentTarget)}
        onPointerLeave={() => setTip(null)}
        onClick={(event) => props.onPress(name, index, event)}
        onDoubleClick={() => props.onDouble?.(name)}
        onKeyDown={(event) => keyDown(event, name, index)}
      >
        {display.content}
      </div>
    );
  };
  const rows = Array.from({ length: shape.rows }, (_, row) => row);
  const columns = Array.from({ length: shape.columns }, (_, column) => column);
  return (
    <div className="@container overflow-x-auto p-1">
      {/* biome-ignore lint/a11y/useSemanticElements: see the cell */}
      <div
        role="grid"
        aria-label={props.label}
        aria-multiselectable
        {...props.drag}
        className="grid gap-[2px] @min-[560px]:gap-1"
        style={{ gridTemplateColumns: `1.5rem repeat(${shape.columns}, minmax(${minimum}px, 1fr))` }}
      >
        {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see the cell */}
        <div role="row" className="contents">
          {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: the empty corner of the headings */}
          <div role="gridcell" className="grid place-items-center">
            <span aria-hidden className="font-bold text-[0.625rem]">
              A1
            </span>
          </div>
          {columns.map((column) => (
            <Header
              key={column}
              text={String(column + 1)}
              name="column"
              onPress={props.onColumn && (() => props.onColumn?.(column))}
            />
          ))}
        </div>
        {rows.map((row) => (
          // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: a row holds the cells, which take the focus
          <div role="row" key={row} className="contents">
            <Header text={rowLetter(row)} name="row" onPress={props.onRow && (() => props.onRow?.(row))} />
            {columns.map((column) => cell(row, column))}
          </div>
        ))}
      </div>
      {tip && (
        <PositionTip
          id={tipId}
          element={tip.element}
          title={`${tip.name} · ${props.displayOf(tip.name).label}`}
          detail={props.displayOf(tip.name).detail}
        />
      )}
    </div>
  );
}

type Modifiers = { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean };

/** Select positions: alone, with Ctrl one by one, with Shift as a rectangle, by row or by column. */
export function usePositionSelection(
  shape: GridShape,
  selected: ReadonlySet<string>,
  onSelect: ((next: ReadonlySet<string>) => void) | undefined,
) {
  const [focused, setFocused] = useState(0);
  const anchor = useRef(0);
  const names = positionsOf(shape);
  const nameAt = (index: number): string => names[index] ?? 'A1';
  const toggle = (names: readonly string[]): void => {
    const next = new Set(selected);
    const all = names.every((name) => next.has(name));
    for (const name of names) {
      if (all) next.delete(name);
      else next.add(name);
    }
    onSelect?.(next);
  };
  const press = (index: number, keys: Modifiers): void => {
    setFocused(index);
    if (keys.shiftKey) {
      onSelect?.(new Set(rectangle(anchor.current, index, shape).map(nameAt)));
      return;
    }
    anchor.current = index;
    if (keys.ctrlKey || keys.metaKey) toggle([nameAt(index)]);
    else
      onSelect?.(selected.size === 1 && selected.has(nameAt(index)) ? new Set() : new Set([nameAt(index)]));
  };
  const startAt = (index: number): void => {
    anchor.current = index;
  };
  return {
    focused,
    setFocused,
    press,
    startAt,
    toggle,
    extendTo: (index: number) => onSelect?.(new Set(rectangle(anchor.current, index, shape).map(nameAt))),
    toggleRow: (row: number) => toggle(names.filter((_, at) => at % shape.rows === row)),
    toggleColumn: (column: number) => toggle(names.slice(column * shape.rows, (column + 1) * shape.rows)),
  };
}
