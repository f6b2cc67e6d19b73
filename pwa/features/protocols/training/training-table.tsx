import { type KeyboardEvent, useRef, useState } from 'react';
import { ROLE_LABELS } from '#db/access/role-labels.ts';
import type { MatrixProcedure } from '#db/protocols/competences/training-matrix.ts';
import { ToneBadge } from '#pwa/ui/badge.tsx';
import { useWide } from '#pwa/ui/use-wide.ts';
import { cellName, isShownCell, type Show, type ShownCell, type trainingCells } from './training-cells.ts';

type PersonRow = ReturnType<typeof trainingCells>[number];

interface TableProps {
  rows: readonly PersonRow[];
  procedures: readonly MatrixProcedure[];
  show: Show;
  onOpen(cell: ShownCell): void;
}

function CellContent({ cell }: { cell: ShownCell }) {
  return (
    <>
      {cell.training === 'NONE' ? (
        <span className="text-ink-soft text-sm">{cell.text}</span>
      ) : (
        <ToneBadge tone={cell.tone} label={cell.text} />
      )}
      {cell.detail && <span className="text-ink-soft text-xs">{cell.detail}</span>}
      {cell.readingText && (
        <span
          data-tone={cell.reading === 'MISSING' ? 'warning' : 'neutral'}
          className={
            cell.reading === 'MISSING' ? 'font-medium text-tone-ink text-xs' : 'text-ink-soft text-xs'
          }
        >
          {cell.readingText}
        </span>
      )}
    </>
  );
}

const BUTTON = 'flex w-full flex-col items-start gap-0.5 rounded-md px-2 py-1.5 text-left hover:bg-hover';

const STEPS: Record<string, readonly [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Where the arrow keys lead from a cell; Home and End go to the ends of its row. */
function targetOf(key: string, [row, column]: readonly [number, number], columns: number) {
  if (key === 'Home') return [row, 0] as const;
  if (key === 'End') return [row, columns - 1] as const;
  const step = STEPS[key];
  return step ? ([row + step[0], column + step[1]] as const) : null;
}

/** People by procedures; one cell is in the tab order, and the arrow keys move between cells. */
function Matrix({ rows, procedures, show, onOpen }: TableProps) {
  const table = useRef<HTMLTableElement>(null);
  const [active, setActive] = useState<readonly [number, number]>([0, 0]);
  const move = (event: KeyboardEvent, at: readonly [number, number]): void => {
    const target = targetOf(event.key, at, procedures.length);
    const cell = target && table.current?.querySelector<HTMLElement>(`[data-cell="${target.join('-')}"]`);
    if (!target || !cell) return;
    event.preventDefault();
    setActive(target);
    cell.focus();
  };
  const [activeRow, activeColumn] = active;
  const isReachable = activeRow < rows.length && activeColumn < procedures.length;
  return (
    <div className="overflow-x-auto rounded-lg border border-line bg-surface">
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the arrow keys move between the cells
        role="grid"
        aria-label="Training"
        className="w-full border-collapse text-sm"
      >
        <thead>
          <tr>
            <th
              scope="col"
              className="sticky left-0 z-10 min-w-40 bg-surface px-3 py-2 text-left font-semibold"
            >
              Person
            </th>
            {procedures.map(({ id, name, code, procedureVersion }) => (
              <th key={id} scope="col" className="min-w-36 px-3 py-2 text-left align-bottom font-semibold">
                <span className="block">{name}</span>
                <span className="code block font-normal text-ink-soft text-xs">
                  {`${code} v${procedureVersion}`}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ person, cells }, row) => (
            <tr key={person.id} className="border-line border-t">
              <th scope="row" className="sticky left-0 z-10 bg-surface px-3 py-2 text-left font-medium">
                <span className="block">{person.name}</span>
                <span className="block font-normal text-ink-soft text-xs">
                  {ROLE_LABELS[person.role].verbose}
                </span>
              </th>
              {cells.map((cell, column) => (
                <td key={cell.procedure.id} className="p-1 align-top">
                  <button
                    type="button"
                    data-cell={`${row}-${column}`}
                    aria-label={cellName(cell)}
                    tabIndex={
                      (isReachable ? row === activeRow && column === activeColumn : row + column === 0)
                        ? 0
                        : -1
                    }
                    onFocus={() => setActive([row, column])}
                    onKeyDown={(event) => move(event, [row, column])}
                    onClick={() => onOpen(cell)}
                    className={`${BUTTON} ${isShownCell(cell, show) ? '' : 'opacity-60'}`}
                  >
                    <CellContent cell={cell} />
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The same people as cards, each with its procedures, on a narrow window. */
function Cards({ rows, show, onOpen }: TableProps) {
  return (
    <ul aria-label="Training" className="flex flex-col gap-3">
      {rows.map(({ person, cells }) => (
        <li key={person.id} className="rounded-lg border border-line bg-surface p-3">
          <h2 className="font-semibold">{person.name}</h2>
          <p className="text-ink-soft text-sm">{ROLE_LABELS[person.role].verbose}</p>
          <ul className="mt-1 divide-y divide-line">
            {cells
              .filter((cell) => isShownCell(cell, show))
              .map((cell) => (
                <li key={cell.procedure.id}>
                  <button
                    type="button"
                    aria-label={cellName(cell)}
                    onClick={() => onOpen(cell)}
                    className={`${BUTTON} min-h-11`}
                  >
                    <span className="font-medium text-sm">{cell.procedure.name}</span>
                    <CellContent cell={cell} />
                  </button>
                </li>
              ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

/** Who is trained on what: a matrix, or cards where the window is narrow. */
export function TrainingTable(props: TableProps) {
  return useWide() ? <Matrix {...props} /> : <Cards {...props} />;
}
