import type { ReceiptDiscrepancy } from '#db/specimens/accession-args.ts';
import { DISCREPANCY_TYPE } from '#db/specimens/discrepancy-type.ts';
import { compareWells, isWellName, PLATE_COLUMNS, PLATE_ROWS } from '#db/values/plate-well.ts';
import type { PlateDraft, SessionDraft, TubeDraft } from './session-draft.ts';
import { withException } from './session-edit.ts';

/** Conditions in which a tube's content may have reached its neighbors (domain 5.3). */
const SPILLS: readonly TubeDraft['condition'][] = ['LEAKING', 'DAMAGED'];

/** Number of tubes scanned before and after that are shown as nearest. */
const NEAR = 4;

/** List leaking and broken tubes whose neighbors nobody has inspected yet. */
export const uninspected = ({ tubes }: Pick<SessionDraft, 'tubes'>): TubeDraft[] =>
  tubes.filter(({ condition, inspected }) => SPILLS.includes(condition) && inspected !== true);

/** List the tubes that most likely stood beside a tube: those scanned just before and after it. */
export function nearTubes({ tubes }: Pick<SessionDraft, 'tubes'>, { sampleId }: TubeDraft): TubeDraft[] {
  const at = tubes.findIndex((tube) => tube.sampleId === sampleId);
  return tubes
    .slice(Math.max(0, at - NEAR), at + NEAR + 1)
    .filter((tube) => tube.sampleId !== sampleId && tube.condition === 'NONE');
}

const withNote = (note: string, more: string): string => [note.trim(), more].filter(Boolean).join(' ');

const outcome = (affected: readonly string[]): string =>
  `Neighbours inspected: ${affected.length === 0 ? 'none affected' : `${affected.join(', ')} affected`}.`;

/** Record the inspection of the tubes beside a leaking one; the finding becomes part of the receipt. */
export function inspectedTube(
  draft: SessionDraft,
  leaking: TubeDraft,
  affected: ReadonlySet<string>,
): SessionDraft {
  const names = draft.tubes.filter(({ sampleId }) => affected.has(sampleId)).map(({ julianId }) => julianId);
  const neighborNote = `Beside ${leaking.julianId}, ${DISCREPANCY_TYPE[conditionOf(leaking)].toLowerCase()}.`;
  const tubes = draft.tubes.map((tube): TubeDraft => {
    if (tube.sampleId === leaking.sampleId)
      return { ...tube, inspected: true, note: withNote(tube.note, outcome(names)) };
    if (!affected.has(tube.sampleId)) return tube;
    return { ...tube, condition: 'CONTAMINATED', note: withNote(tube.note, neighborNote) };
  });
  return { ...draft, tubes };
}

const conditionOf = ({ condition }: TubeDraft): ReceiptDiscrepancy =>
  condition === 'NONE' ? 'LEAKING' : condition;

/** List the wells that touch a well, in plate order. */
export function adjacentWells(well: string): string[] {
  const rows: readonly string[] = PLATE_ROWS;
  const row = rows.indexOf(well.slice(0, 1));
  const column = Number(well.slice(1));
  const around = [-1, 0, 1].flatMap((down) =>
    [-1, 0, 1].map((right) => ({ row: rows[row + down], column: column + right })),
  );
  return around
    .filter((one) => one.row !== undefined && one.column >= 1 && one.column <= PLATE_COLUMNS)
    .map((one) => `${one.row}${one.column}`)
    .filter((name) => name !== well && isWellName(name))
    .sort(compareWells);
}

/** List the leaking wells without an inspection, each with the filled wells beside it. */
export const uninspectedWells = (
  plate: PlateDraft,
  filled: ReadonlySet<string>,
): { well: string; type: ReceiptDiscrepancy; neighbors: string[] }[] =>
  Object.entries(plate.exceptions)
    .filter(([well, type]) => SPILLS.includes(type) && plate.inspected?.includes(well) !== true)
    .map(([well, type]) => ({
      well,
      type,
      neighbors: adjacentWells(well).filter((one) => filled.has(one) && plate.exceptions[one] === undefined),
    }))
    .filter(({ neighbors }) => neighbors.length > 0);

/** Build the changes of a plate after an inspection of the wells beside a leaking one. */
export const inspectedWell = (
  plate: PlateDraft,
  well: string,
  affected: readonly string[],
): Pick<PlateDraft, 'inspected' | 'exceptions' | 'note'> => ({
  inspected: [...(plate.inspected ?? []), well],
  exceptions: affected.length === 0 ? plate.exceptions : withException(plate, affected, 'CONTAMINATED'),
  note: withNote(plate.note ?? '', `${well}: ${outcome(affected)}`),
});
