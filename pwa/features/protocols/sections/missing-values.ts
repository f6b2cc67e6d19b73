import { type MissingCell, missingFields } from '#db/protocols/sections/missing-cells.ts';
import { countOf } from '#pwa/format/numbers.ts';
import type { SectionView } from './section-view.ts';

/** What is left of one step. */
interface StepProgress {
  id: string;
  order: number;
  title: string;
  /** Required values that are not recorded. */
  missing: number;
  /** True when the step is ticked and nothing is missing. */
  done: boolean;
}

/** What is left of a section: by step, and the values that lack in the order of the page. */
export interface SectionProgress {
  steps: readonly StepProgress[];
  cells: readonly MissingCell[];
  /** What is missing in a few words: `4 wells missing`; null when every required value is recorded. */
  text: string | null;
}

function missingText(cells: readonly MissingCell[]): string | null {
  if (cells.length === 0) return null;
  const rows = new Set(cells.flatMap(({ rowId }) => rowId ?? []));
  const batchValues = cells.filter(({ rowId }) => rowId === null).length;
  const parts = [
    rows.size > 0 ? countOf(rows.size, 'well') : null,
    batchValues > 0 ? countOf(batchValues, 'value') : null,
  ];
  return `${parts.filter((part) => part !== null).join(', ')} missing`;
}

/** List what is left of a section; a calculated value follows from others and is never the first one. */
export function sectionProgress(view: Pick<SectionView, 'run' | 'steps'>): SectionProgress {
  const { run, steps } = view;
  const fields = missingFields(run).filter(({ field }) => field.type !== 'CALCULATION');
  const byStep = (stepId: string): MissingCell[] => {
    const own = fields.flatMap(({ cells }) => cells).filter((cell) => cell.stepId === stepId);
    // The page shows the values of the batch above those of the wells.
    return [...own.filter(({ rowId }) => rowId === null), ...own.filter(({ rowId }) => rowId !== null)];
  };
  return {
    steps: steps.map(({ id, order, title }) => {
      const missing = byStep(id).length;
      return { id, order, title, missing, done: missing === 0 && run.assigned.stepTicks[id] !== undefined };
    }),
    cells: steps.flatMap(({ id }) => byStep(id)),
    text: missingText(steps.flatMap(({ id }) => byStep(id))),
  };
}

/** Return the id of a step's heading. */
export const stepHeadingId = (stepId: string): string => `step-${stepId}`;

const EDITABLE = 'input:not(:disabled, [readonly]), select:not(:disabled), button[role="combobox"], textarea';

/** Move the focus to the input of a missing value. */
export function focusMissing({ fieldId, rowId, stepId }: MissingCell): void {
  const row = rowId === null ? '' : `[data-row="${CSS.escape(rowId)}"] `;
  const target =
    document.querySelector<HTMLElement>(`${row}[data-field="${CSS.escape(fieldId)}"]`) ??
    document.getElementById(stepHeadingId(stepId));
  const input = target?.querySelector<HTMLElement>(EDITABLE) ?? target;
  input?.focus();
  input?.scrollIntoView({ block: 'center' });
}
