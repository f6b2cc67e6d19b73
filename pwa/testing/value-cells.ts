import { useState } from 'react';
import type { CellOf, GridEntry, GridLine } from '#pwa/features/protocols/grid-cells.ts';

/** The wells of a plate on which a test records values. */
export const WELLS: readonly GridLine[] = ['A1', 'B1', 'C1'].map((well, at) => ({
  id: well,
  well,
  name: `W26325-000${at + 1}-01`,
  dead: false,
}));

/** Build an entry of a paste or a fill; with `seen`, one that was typed over the displayed value. */
export const entry = (lineId: string, columnId: string, text: string, baseline?: string): GridEntry => ({
  lineId,
  columnId,
  text,
  ...(baseline === undefined ? {} : { baseline: baseline }),
});

/** Create cells that show committed values, as those of a section do; `start` by `well column`. */
export function useCells(
  onCommit: (...commitArgs: [readonly GridEntry[], ...done: string[]]) => void,
  { start = {}, calculated = [] }: { start?: Record<string, string>; calculated?: readonly string[] } = {},
) {
  const [values, setValues] = useState<ReadonlyMap<string, string>>(new Map(Object.entries(start)));
  const cellOf: CellOf = (line, column) => ({
    value: values.get(`${line} ${column}`) ?? '',
    tone: 'none',
    note: null,
    proposes: false,
    readOnly: calculated.includes(column),
  });
  const commit = (entries: readonly GridEntry[], ...done: string[]): void => {
    onCommit(entries, ...done);
    const changed = entries.map(({ lineId, columnId, text }) => [`${lineId} ${columnId}`, text] as const);
    setValues(new Map([...values, ...changed]));
  };
  return { cellOf, commit };
}
