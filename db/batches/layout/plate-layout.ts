import { CONTROL_TYPES, type ControlType } from '#db/batches/batch-control.ts';
import { refuse } from '#db/errors/app-error.ts';
import { compareWells, PLATE_COLUMNS, PLATE_ROWS, WELL_NAMES, wellPosition } from '#db/values/plate-well.ts';

/** The content of a well of a batch plate. */
export interface WellContent {
  kind: 'sample' | 'control';
  id: string;
}

/** A plate layout: well name -> content. */
export type Layout = ReadonlyMap<string, WellContent>;

/** A placement that the default fill proposes. */
export interface FillPlan {
  samples: { id: string; well: string }[];
  controls: { controlType: ControlType; well: string }[];
}

/** The number of controls of each type that a procedure requires. */
export type ControlCounts = Readonly<Record<ControlType, number>>;

/** Return the controls that a procedure requires. */
export const requiredControls = (procedure: {
  positiveControls: number;
  negativeControls: number;
  noTemplateControls: number;
}): ControlCounts => ({
  POSITIVE_CONTROL: procedure.positiveControls,
  NEGATIVE_CONTROL: procedure.negativeControls,
  NO_TEMPLATE_CONTROL: procedure.noTemplateControls,
});

/** Return the controls that are not placed yet, in the order in which the fill places them. */
export function missingControls(required: ControlCounts, placedTypes: readonly ControlType[]): ControlType[] {
  return CONTROL_TYPES.flatMap((type) => {
    const missingCount = required[type] - placedTypes.filter((candidate) => candidate === type).length;
    return Array.from({ length: Math.max(0, missingCount) }, () => type);
  });
}

/**
 * Put samples in selection order and then the controls into the free wells in column-major order. Occupied
 * wells (a control in another well, an earlier round) are skipped. Refuses when the plate is too small.
 */
export function planFill(
  samples: readonly string[],
  controls: readonly ControlType[],
  layout: Layout,
): FillPlan {
  const free = WELL_NAMES.filter((well) => !layout.has(well));
  if (samples.length + controls.length > free.length) {
    const contents = [...layout.values()];
    const n = samples.length + contents.filter((content) => content.kind === 'sample').length;
    const c = controls.length + contents.filter((content) => content.kind === 'control').length;
    throw refuse('PLATE_FULL', `${n} samples and ${c} controls exceed 96 wells.`);
  }
  const well = (index: number): string => free[index] ?? '';
  return {
    samples: samples.map((id, index) => ({ id, well: well(index) })),
    controls: controls.map((controlType, index) => ({ controlType, well: well(samples.length + index) })),
  };
}

const shifted = (well: string, rows: number, columns: number): string | undefined => {
  const index = (wellPosition(well) ?? 0) - 1;
  const row = (index % PLATE_ROWS.length) + rows;
  const column = Math.floor(index / PLATE_ROWS.length) + columns;
  if (row < 0 || row >= PLATE_ROWS.length || column < 0 || column >= PLATE_COLUMNS) return undefined;
  return WELL_NAMES[column * PLATE_ROWS.length + row];
};

/** Swap the contents of two wells; to an empty well this is a move. */
export function swapWells(layout: Layout, a: string, b: string): Map<string, WellContent> {
  const next = new Map(layout);
  const inA = layout.get(a);
  const inB = layout.get(b);
  next.delete(a);
  next.delete(b);
  if (inA) next.set(b, inA);
  if (inB) next.set(a, inB);
  return next;
}

/**
 * Move a selection so that `from` lands on `to`, keeping its shape; samples in the way go to the wells that
 * become free. Refuses when a target is off the plate or holds a control that is not part of the selection.
 */
export function moveSelection(
  layout: Layout,
  wells: readonly string[],
  from: string,
  to: string,
): Map<string, WellContent> {
  const [start, end] = [(wellPosition(from) ?? 0) - 1, (wellPosition(to) ?? 0) - 1];
  const rows = (end % PLATE_ROWS.length) - (start % PLATE_ROWS.length);
  const columns = Math.floor(end / PLATE_ROWS.length) - Math.floor(start / PLATE_ROWS.length);
  const selected = [...new Set(wells)].filter((well) => layout.has(well)).sort(compareWells);
  const sourceOf = new Map<string, string>();
  for (const well of selected) {
    const target = shifted(well, rows, columns);
    const inTheWay = target && !selected.includes(target) ? layout.get(target) : undefined;
    if (!target || inTheWay?.kind === 'control')
      throw refuse('SELECTION_DOES_NOT_FIT', 'Selection does not fit here.');
    sourceOf.set(target, well);
  }
  const next = new Map(layout);
  for (const well of selected) next.delete(well);
  for (const [target, source] of sourceOf) {
    const displaced = selected.includes(target) ? undefined : layout.get(target);
    if (displaced) next.set(freedWell(sourceOf, source), displaced);
  }
  for (const [target, source] of sourceOf) {
    const content = layout.get(source);
    if (content) next.set(target, content);
  }
  return next;
}

// The displaced sample takes the first well along the chain of moves that nothing else moves into.
function freedWell(sourceOf: ReadonlyMap<string, string>, source: string): string {
  let well = source;
  for (let next = sourceOf.get(well); next !== undefined; next = sourceOf.get(well)) well = next;
  return well;
}

/** One change of a layout: the content and its new well. */
export interface LayoutChange {
  content: WellContent;
  well: string;
}

/** Return the differences between two layouts: content that must be placed in another well. */
export function layoutChanges(before: Layout, after: Layout): LayoutChange[] {
  const changes: LayoutChange[] = [];
  for (const [well, content] of after) {
    const contents = before.get(well);
    if (contents?.kind !== content.kind || contents.id !== content.id) changes.push({ content, well });
  }
  return changes.sort((a, b) => compareWells(a.well, b.well));
}
