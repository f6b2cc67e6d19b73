import { type ChangeEvent, useRef } from 'react';

/** The selected rows and the handler of changes. */
export interface RowSelection {
  selected: ReadonlySet<string>;
  onSelect(selected: ReadonlySet<string>): void;
}

/** Selects one row, or the range from the row that was selected last. */
export interface RangeSelection extends RowSelection {
  toggle(key: string, isRange: boolean): void;
}

/** Return the keys between two rows, both included; only the second when the first is not shown. */
function keysBetween(keys: readonly string[], first: string | null, second: string): readonly string[] {
  const [from, to] = [first === null ? -1 : keys.indexOf(first), keys.indexOf(second)];
  return from === -1 ? [second] : keys.slice(Math.min(from, to), Math.max(from, to) + 1);
}

/** Use a selection whose rows are also selected by range; `keys` are the shown rows in order. */
export function useRangeSelection(
  selection: RowSelection | undefined,
  keys: readonly string[],
): RangeSelection | undefined {
  const last = useRef<string | null>(null);
  if (!selection) return undefined;
  const { selected, onSelect } = selection;
  return {
    selected,
    onSelect,
    toggle: (key, isRange) => {
      const next = new Set(selected);
      const isAdded = !selected.has(key);
      for (const one of keysBetween(keys, isRange ? last.current : null, key))
        if (isAdded) next.add(one);
        else next.delete(one);
      last.current = key;
      onSelect(next);
    },
  };
}

/** Check whether Shift was held when a checkbox was pressed. */
export const isWithShift = ({ nativeEvent }: ChangeEvent): boolean =>
  nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
