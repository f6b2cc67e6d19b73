import { expectedWells, unscanned } from '#db/specimens/accession/accession-lookup.ts';
import { isExpected } from '#db/specimens/accession/record-missing.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import { compareWells } from '#db/values/plate-well.ts';
import type { PlateDraft, SessionDraft, TubeDraft } from './session-draft.ts';

/** The material of a session's orders. */
export interface SessionMaterial {
  specimens: readonly Specimen[];
  /** Specimens of protocols with patient results: their tubes carry a second identifier. */
  clinicalIds: ReadonlySet<string>;
}

/** The counts that are always visible. */
export interface SessionCounts {
  expected: number;
  received: number;
  missing: number;
  unexpected: number;
  problems: number;
}

/** Find the specimens of which something was received. */
export const scannedIds = (draft: SessionDraft): ReadonlySet<string> =>
  new Set([
    ...draft.tubes.flatMap(({ specimenId }) => specimenId ?? []),
    ...draft.plates.flatMap(({ accepted }) => (accepted ?? []).flatMap(({ specimenId }) => specimenId ?? [])),
  ]);

/** Report whether this tube needs a decision later. */
const hasProblem = (tube: TubeDraft, clinicalIds: ReadonlySet<string>): boolean =>
  tube.condition !== 'NONE' || awaitsIdentifier(tube, clinicalIds) || tube.secondIdentifier === false;

/** Report whether a clinical tube still needs its second identifier compared. */
export const awaitsIdentifier = (tube: TubeDraft, clinicalIds: ReadonlySet<string>): boolean =>
  tube.specimenId !== null && clinicalIds.has(tube.specimenId) && tube.secondIdentifier === null;

const unexpectedWells = ({ accepted }: PlateDraft): number =>
  (accepted ?? []).filter(({ specimenId }) => specimenId === null).length;

const wellProblems = (plate: PlateDraft): number =>
  plate.accepted === null ? 0 : Object.keys(plate.exceptions).length + (plate.rotated ? 1 : 0);

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** Count expected, received, missing, unexpected and problem tubes of a session. */
export function countSession(
  draft: SessionDraft,
  { specimens, clinicalIds }: SessionMaterial,
): SessionCounts {
  const scanned = scannedIds(draft);
  const missing = unscanned(specimens, draft.orderIds, scanned).length;
  const expected = specimens.filter((one) => isExpected(one) || scanned.has(one.id)).length;
  const unexpectedTubes = draft.tubes.filter(({ specimenId }) => specimenId === null);
  return {
    expected,
    received: scanned.size,
    missing,
    unexpected: unexpectedTubes.length + sum(draft.plates.map(unexpectedWells)),
    problems:
      draft.tubes.filter((tube) => hasProblem(tube, clinicalIds)).length +
      sum(draft.plates.map(wellProblems)),
  };
}

/** List the plates of these orders, without findings. */
export function platesOf(specimens: readonly Specimen[], orderIds: readonly string[]): PlateDraft[] {
  const plates = new Map<string, PlateDraft>();
  for (const one of specimens) {
    if (one.shipmentPlateLocation === null || !orderIds.includes(one.orderId)) continue;
    if (!isExpected(one) && one.status !== 'CANCELED') continue;
    const plateNumber = one.shipmentPlateNumber ?? 1;
    const key = `${one.orderId}|${plateNumber}`;
    if (plates.has(key)) continue;
    plates.set(key, {
      orderId: one.orderId,
      plateNumber,
      barcode: one.shipmentPlateBarcode,
      a1CornerSeen: false,
      rotated: false,
      exceptions: {},
      accepted: null,
    });
  }
  return [...plates.values()];
}

/** A well that gets a number when the plate is accepted: one on the manifest, or one that should be empty. */
export interface WellToAccept {
  well: string;
  specimen: Specimen | null;
}

/** List the wells that "Accept" numbers, in plate order. */
export function wellsToAccept(plate: PlateDraft, specimens: readonly Specimen[]): WellToAccept[] {
  const expected = expectedWells(specimens, plate.orderId, plate.plateNumber).map((specimen) => ({
    well: specimen.shipmentPlateLocation ?? '',
    specimen,
  }));
  const known = new Set(expected.map(({ well }) => well));
  const otherWells = Object.entries(plate.exceptions)
    .filter(([well, type]) => type === 'UNEXPECTED' && !known.has(well))
    .map(([well]) => ({ well, specimen: null }));
  return [...expected, ...otherWells].sort((a, b) => compareWells(a.well, b.well));
}
