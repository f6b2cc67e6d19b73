import { Maximize2, Minimize2, Move } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { Button } from '#pwa/ui/button.tsx';
import { KeyboardHints } from '#pwa/ui/keyboard-hints.tsx';
import type { Tone } from '#pwa/ui/tone.ts';
import {
  type GridShape,
  moveByKey,
  type PositionDisplay,
  PositionGrid,
  usePositionSelection,
} from './position-grid.tsx';
import { coloredData, type PositionColor } from './use-picture-colors.ts';

const DRAG_FROM_PX = 6;

/**
 * Move a well's content: drag it with a mouse or pen, or with a finger after selecting it, because otherwise
 * a finger scrolls; or pick it up and put it down by key, tap or button.
 */
function useWellMove(
  canMove: (well: string) => boolean,
  isSelected: (well: string) => boolean,
  onMove: ((from: string, to: string) => void) | undefined,
) {
  const [picked, setPicked] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const start = useRef<{ well: string; x: number; y: number; dragging: boolean } | null>(null);
  const suppressClick = useRef(false);

  const drop = (to: string): void => {
    if (picked !== null && picked !== to) onMove?.(picked, to);
    setPicked(null);
    setOver(null);
  };
  const end = (): void => {
    start.current = null;
    setOver(null);
    setPicked(null);
  };
  const wellAt = (event: PointerEvent): string | null =>
    document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-position]')?.dataset
      .position ?? null;

  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    suppressClick.current = false;
    const well = wellAt(event);
    if (!onMove || event.button !== 0 || well === null || !canMove(well)) return;
    if (event.pointerType === 'touch' && !isSelected(well)) return;
    start.current = { well, x: event.clientX, y: event.clientY, dragging: false };
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    const from = start.current;
    if (!from) return;
    if (!from.dragging && Math.hypot(event.clientX - from.x, event.clientY - from.y) < DRAG_FROM_PX) return;
    if (!from.dragging) event.currentTarget.setPointerCapture?.(event.pointerId);
    from.dragging = true;
    setPicked(from.well);
    setOver(wellAt(event));
  };
  const onPointerUp = (event: PointerEvent<HTMLElement>): void => {
    const from = start.current;
    if (!from?.dragging) {
      start.current = null;
      return;
    }
    suppressClick.current = true;
    const to = wellAt(event);
    if (to !== null && to !== from.well) onMove?.(from.well, to);
    end();
  };
  const takeSuppressedClick = (): boolean => {
    const suppressed = suppressClick.current;
    suppressClick.current = false;
    return suppressed;
  };
  const pickUp = (well: string): void => {
    if (onMove && canMove(well)) setPicked(well);
  };
  return {
    picked,
    over,
    pickUp,
    drop,
    cancel: end,
    takeSuppressedClick,
    drag: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: end },
  };
}

export interface WellContent {
  /** The full name of the content: the accessible name and the tooltip. */
  label: string;
  tone: Tone;
  /** One or two characters with the same meaning as the color: +, −, !. */
  mark?: string;
  /** A few characters of the name in one line or two, shown where there is space. */
  short?: string;
  /** The color that the user has chosen. */
  color?: PositionColor | undefined;
  /** True when someone must act on the content: its tone and mark replace the chosen color. */
  problem?: boolean;
  /** True when the content may not be moved. */
  fixed?: boolean;
}

interface PlateGridProps {
  label: string;
  wells: ReadonlyMap<string, WellContent>;
  /** 8 × 12 by default. */
  shape?: GridShape;
  selected?: ReadonlySet<string>;
  onSelect?: (selected: ReadonlySet<string>) => void;
  /** Called on Enter or double press on a well. */
  onActivate?: (well: string) => void;
  /** Moves the content of one well to another; the caller decides whether they swap. */
  onMove?: (from: string, to: string) => void;
  /** Called on Delete or Backspace: the selected wells, or the focused one when it is not among them. */
  onClear?: (wells: ReadonlySet<string>) => void;
}

const PLATE: GridShape = { rows: 8, columns: 12 };
const NONE: ReadonlySet<string> = new Set();
const HINTS = [
  { keys: ['↑', '↓', '←', '→'], does: 'move' },
  { keys: ['Space'], does: 'select' },
  { keys: ['Shift', 'arrows'], does: 'select a block' },
];
const MOVE_HINT = { keys: ['M'], does: 'pick up and put down' };

interface WellState {
  over: boolean;
  large: boolean;
  dragged: boolean;
}

function wellDisplay(content: WellContent | undefined, { over, large, dragged }: WellState): PositionDisplay {
  const color = content?.color;
  const short = color?.text ?? content?.short;
  const mark = content?.problem ? content.mark : (color?.group.symbol ?? content?.mark);
  return {
    className: dragged ? 'well cursor-grab touch-none' : 'well cursor-pointer',
    label: content?.label ?? 'empty',
    detail: color?.detail,
    data: {
      'data-tone': content?.tone,
      'data-filled': content ? 'true' : undefined,
      'data-over': over ? 'true' : undefined,
      ...(color && !content?.problem ? coloredData(color) : {}),
    },
    content: content && (
      <>
        {!(short && large) && <span className={short ? '@min-[560px]:hidden' : ''}>{mark}</span>}
        {short && (
          <span
            className={`max-w-[95%] overflow-hidden whitespace-pre text-center leading-tight ${large ? 'text-xs' : 'hidden @min-[560px]:block'}`}
          >
            {short}
            {color && <span className="block font-bold text-[0.8em]">{mark}</span>}
          </span>
        )}
      </>
    ),
  };
}

/** A 96-well plate in column-major order, for a mouse, touch or the keyboard alone. */
export function PlateGrid(props: PlateGridProps) {
  const { wells, shape = PLATE, selected = NONE, onSelect, onActivate, onMove, onClear } = props;
  const selection = usePositionSelection(shape, selected, onSelect);
  const canMove = (well: string): boolean => wells.has(well) && !wells.get(well)?.fixed;
  const move = useWellMove(canMove, (well) => selected.has(well), onMove);
  // A finger drags a selected well; elsewhere it scrolls the page.
  const dragged = (well: string): boolean => onMove !== undefined && selected.has(well) && canMove(well);
  const [large, setLarge] = useState(false);

  const key = (event: KeyboardEvent, well: string, index: number): boolean => {
    if (event.key === 'Escape' && move.picked !== null) move.cancel();
    else if (event.key.toLowerCase() === 'm' && !event.ctrlKey && !event.metaKey)
      move.picked === null ? move.pickUp(well) : move.drop(well);
    else if (event.key === 'Enter') move.picked === null ? onActivate?.(well) : move.drop(well);
    else if (event.key === ' ') selection.toggle([well]);
    else if ((event.key === 'Delete' || event.key === 'Backspace') && onClear)
      onClear(selected.has(well) ? selected : new Set([well]));
    else if (event.shiftKey && event.key.startsWith('Arrow')) return extend(event.key, index);
    else {
      // A rectangle starts at the focused well.
      const next = moveByKey(index, event.key, shape);
      if (next !== null) selection.startAt(next);
      return false;
    }
    return true;
  };
  const extend = (arrow: string, index: number): boolean => {
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      ArrowRight: shape.rows,
      ArrowLeft: -shape.rows,
    };
    const next = index + (steps[arrow] ?? 0);
    if (next >= 0 && next < shape.rows * shape.columns) selection.extendTo(next);
    return false;
  };
  const [only] = selected;
  const movable = selected.size === 1 && only !== undefined && dragged(only);
  return (
    <div className="flex flex-col gap-2">
      <PositionGrid
        label={props.label}
        shape={shape}
        focused={selection.focused}
        onFocus={selection.setFocused}
        isSelected={(well) => selected.has(well) || move.picked === well}
        displayOf={(well) =>
          wellDisplay(wells.get(well), { over: move.over === well, large, dragged: dragged(well) })
        }
        onKey={key}
        onPress={(well, index, event) => {
          if (move.takeSuppressedClick()) return;
          if (move.picked === null) selection.press(index, event);
          else move.drop(well);
        }}
        onDouble={
          onActivate &&
          ((well) => {
            onSelect?.(new Set([well]));
            onActivate(well);
          })
        }
        onRow={onSelect && selection.toggleRow}
        onColumn={onSelect && selection.toggleColumn}
        drag={move.drag}
        minimum={large ? 44 : 20}
      />
      <div className="flex min-h-control flex-wrap items-center gap-2">
        {move.picked === null ? (
          <KeyboardHints hints={onMove ? [...HINTS, MOVE_HINT] : HINTS} />
        ) : (
          <p
            role="status"
            className="font-medium"
          >{`${move.picked} picked up. Choose the well where it goes.`}</p>
        )}
        {move.picked !== null && <Button onClick={move.cancel}>Cancel move</Button>}
        {movable && move.picked === null && (
          <Button icon={Move} onClick={() => move.pickUp(only)}>{`Move ${only}`}</Button>
        )}
        <Button
          className="ml-auto md:hidden"
          icon={large ? Minimize2 : Maximize2}
          aria-pressed={large}
          onClick={() => setLarge(!large)}
        >
          {large ? 'Whole plate' : 'Larger wells'}
        </Button>
      </div>
    </div>
  );
}
