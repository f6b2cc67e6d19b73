import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import type { Transaction } from '#db/transaction.ts';
import { bool, decimal, instant, int, longText, ref, text } from '#db/values/field-types.ts';
import { sheetBarcode } from '../files/barcode-kits.ts';
import { flowCell } from './flow-cell.ts';

/** A sample on a flow cell and its DNA barcode; null in a run without barcodes. */
const LoadedSample = z.strictObject({ sampleId: ref, dnaBarcode: text.nullable() });

/** One loading of a flow cell and the run that followed (domain-lab 15). */
export const flowCellUse = defineEntity({
  name: 'FlowCellUse',
  table: 'flow_cell_use',
  schema: z.object({
    ...tenantFields,
    cellId: ref,
    batchId: ref,
    /** The run, as soon as its files were imported. */
    batchResultId: ref.nullable(),
    sequencerId: ref.nullable(),
    positionName: text.nullable(),
    /** The pool or the library that was loaded; null when only the run is known. */
    loadedSampleId: ref.nullable(),
    samples: z.array(LoadedSample),
    /** µL */
    loadedVolume: decimal.nullable(),
    /** fmol */
    loadedAmount: decimal.nullable(),
    loadedAt: instant,
    loadedById: ref.nullable(),
    overrideReason: longText.nullable(),
    poresAtStart: int.min(0).nullable(),
    poresAtEnd: int.min(0).nullable(),
    /** Whether the run read anything; null until its files say so. */
    hasSequenced: bool.nullable(),
    /** When the cell was free again: its run ended, or it was washed or returned. */
    endedAt: instant.nullable(),
  }),
  indexes: ['cellId', 'batchId', 'sequencerId', 'batchResultId'],
  replica: { own: { collection: 'batches' } },
});
export type FlowCellUse = Row<typeof flowCellUse>;

/** Return the uses of a flow cell, the earliest first. */
export async function usesOf(tx: Transaction, cellId: string): Promise<FlowCellUse[]> {
  const uses = await tx.find(flowCellUse, { cellId });
  return uses.sort((a, b) =>
    a.loadedAt < b.loadedAt || (a.loadedAt === b.loadedAt && a.id < b.id) ? -1 : 1,
  );
}

/** Return the use that occupies a flow cell now. */
export const openUse = (uses: readonly FlowCellUse[]): FlowCellUse | undefined =>
  uses.find(({ endedAt }) => endedAt === null);

/**
 * Count the uses of a flow cell and list its barcodes anew. A use whose run read nothing does not count, but what was
 * loaded stays in the cell.
 */
export async function updateUsage(tx: Transaction, cellId: string): Promise<void> {
  const uses = await usesOf(tx, cellId);
  const barcodes = uses.flatMap(({ samples }) => samples.flatMap(({ dnaBarcode }) => dnaBarcode ?? []));
  // A barcode is `NB07` on the plate and `barcode07` in files.
  const byName = new Map(barcodes.map((name) => [sheetBarcode(name) ?? name, name]));
  await tx.patch(flowCell, cellId, {
    useCount: uses.filter(({ hasSequenced }) => hasSequenced !== false).length,
    barcodesUsed: [...byName.values()].sort(),
  });
}

/** Find the last use of a flow cell with a barcode. */
export const lastUseOfBarcode = (uses: readonly FlowCellUse[], dnaBarcode: string): FlowCellUse | undefined =>
  uses.findLast(({ samples }) =>
    samples.some((one) => one.dnaBarcode !== null && sameBarcodeName(one.dnaBarcode, dnaBarcode)),
  );

/** Report whether two names are of the same DNA barcode, on the plate or in files. */
export const sameBarcodeName = (a: string, b: string): boolean =>
  a === b || (sheetBarcode(a) !== null && sheetBarcode(a) === sheetBarcode(b));

/** End the open uses of a flow cell that were loaded before a moment. */
export async function endUses(tx: Transaction, cellId: string, endedAt: string): Promise<void> {
  for (const use of await usesOf(tx, cellId))
    if (use.endedAt === null && use.loadedAt <= endedAt) await tx.patch(flowCellUse, use.id, { endedAt });
}
