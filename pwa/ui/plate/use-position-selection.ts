import { useRef, useState } from 'react';
import { type GridShape, positionsOf, rectangle } from './grid-position.ts';

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
