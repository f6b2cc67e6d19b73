import { z } from 'zod';
import { type BatchControl, ControlType } from '#db/batches/batch-control.ts';
import type { BatchPlate } from '#db/batches/find-batch.ts';
import type { Sample } from '#db/samples/sample.ts';
import { ref, text } from '#db/values/field-types.ts';
import { compareWells, WellName } from '#db/values/plate-well.ts';

/** One well of a plate to start: a sample or a control, with its DNA barcode. */
export const StartedWell = z
  .strictObject({
    wellLocation: WellName,
    sampleId: ref.nullable().default(null),
    /** The source of a duplicate. */
    duplicateOfSampleId: ref.nullable().default(null),
    controlId: ref.nullable().default(null),
    /** The type of a control, for a server that has not recorded its placement. */
    controlType: ControlType.nullable().default(null),
    name: text.nullable().default(null),
    inventoryItemId: ref.nullable().default(null),
    /** Null when the person laid out none; then the well claims none. */
    dnaBarcode: text.nullable().default(null),
  })
  .refine((well) => (well.sampleId === null) !== (well.controlId === null), 'A well holds one thing.');
export type StartedWell = z.infer<typeof StartedWell>;

const idOf = (well: StartedWell): string => well.sampleId ?? well.controlId ?? '';

/** Validate the layout of a start: every well once, all material in one well. */
export const StartedLayout = z
  .array(StartedWell)
  .max(96)
  .refine(
    (wells) =>
      new Set(wells.map((well) => well.wellLocation)).size === wells.length &&
      new Set(wells.map(idOf)).size === wells.length,
    'A layout names each well and each tube once.',
  );

const EMPTY = {
  sampleId: null,
  duplicateOfSampleId: null,
  controlId: null,
  controlType: null,
  name: null,
  inventoryItemId: null,
  dnaBarcode: null,
};

/** Return the well of a sample in a start, without its position. */
export const sampleWell = (
  sampleId: string,
  of: Partial<Pick<Sample, 'duplicateOfSampleId' | 'dnaBarcode'>> = {},
): Omit<StartedWell, 'wellLocation'> => ({
  ...EMPTY,
  sampleId,
  duplicateOfSampleId: of.duplicateOfSampleId ?? null,
  dnaBarcode: of.dnaBarcode ?? null,
});

/** Return a control as a start names it. */
export const controlWell = (row: BatchControl): StartedWell => ({
  ...EMPTY,
  wellLocation: row.plateLocation,
  controlId: row.id,
  controlType: row.controlType,
  name: row.name,
  inventoryItemId: row.inventoryItemId,
  dnaBarcode: row.dnaBarcode,
});

/** Return the layout of a plate as shown, in plate order; samples without a well are left out. */
export function layoutOfPlate({ samples, controls }: Omit<BatchPlate, 'layout'>): StartedWell[] {
  const sampleWells = samples.flatMap((row) =>
    row.plateLocation === null ? [] : [{ ...sampleWell(row.id, row), wellLocation: row.plateLocation }],
  );
  return [...sampleWells, ...controls.map(controlWell)].sort((a, b) =>
    compareWells(a.wellLocation, b.wellLocation),
  );
}
