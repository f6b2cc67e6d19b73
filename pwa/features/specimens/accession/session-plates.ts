import { expectedWells } from '#db/specimens/accession-lookup.ts';
import { isExpected } from '#db/specimens/record-missing.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import { compareWells } from '#db/values/plate-well.ts';
import type { PlateDraft } from './session-draft.ts';

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
