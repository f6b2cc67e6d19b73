import type { Specimen } from '#db/specimens/specimen.ts';
import { pairRows } from './manifest-differences.ts';
import { listedOf, type SpecimenDraft } from './manifest-row.ts';
import { freeRequisition } from './requisition-number.ts';

/** The target of each row: an existing specimen to overwrite, or a new one, with its number. */
export interface PlannedRow {
  draft: SpecimenDraft;
  specimen: Specimen | null;
  requisitionNumber: string;
  orderRow: number;
}

interface RequisitionPlan {
  rows: PlannedRow[];
  removed: Specimen[];
}

interface Lines {
  /** The beginning of assigned numbers, see `requisitionPrefix`. */
  prefix: string;
  /** The specimens that rows may overwrite; none when rows are added. */
  current: readonly Specimen[];
  /** The specimens that stay beside the rows. */
  staying: readonly Specimen[];
  /** Removed rows: their numbers may be on tubes, so only the same rows come back with them. */
  takenOff: readonly Specimen[];
  /** The places among the rows of specimens that stay; without one they come first. */
  kept: ReadonlyMap<string, number>;
}

/**
 * Assign every row its specimen and its number: `{prefix}-{row 3 digits}`, the next free one when that
 * is taken.
 */
export function planRequisitions(drafts: readonly SpecimenDraft[], lines: Lines): RequisitionPlan {
  const { prefix, current, staying, takenOff, kept } = lines;
  const rowByCells = new Map(current.map((row) => [listedOf(row, null), row]));
  const back = new Map(takenOff.map((row) => [listedOf(row, null), row]));
  const pairs = pairRows([...rowByCells.keys()], drafts, [...back.keys()]);
  const known = new Map(
    drafts.map((draft) => {
      const pair = pairs.get(draft);
      return [draft, pair ? (rowByCells.get(pair) ?? back.get(pair) ?? null) : null] as const;
    }),
  );
  const usedNumbers = new Set([
    ...[...current, ...staying, ...takenOff].map(({ requisitionNumber }) => requisitionNumber),
    ...drafts.flatMap(({ requisitionNumber }) => requisitionNumber ?? []),
  ]);
  const before = Math.max(0, ...staying.filter(({ id }) => !kept.has(id)).map(({ orderRow }) => orderRow));
  const stayingPlaces = [...kept.values()];
  const numberFor = (row: number): string => {
    const number = freeRequisition(prefix, row, (each) => usedNumbers.has(each));
    usedNumbers.add(number);
    return number;
  };
  const rows = drafts.map((draft, index): PlannedRow => {
    const specimen = known.get(draft) ?? null;
    const orderRow = before + index + 1 + stayingPlaces.filter((place) => place < draft.row).length;
    const requisitionNumber = draft.requisitionNumber ?? specimen?.requisitionNumber ?? numberFor(orderRow);
    return { draft, specimen, requisitionNumber, orderRow };
  });
  const plannedIds = new Set(rows.map(({ specimen }) => specimen?.id));
  return { rows, removed: current.filter(({ id }) => !plannedIds.has(id)) };
}
