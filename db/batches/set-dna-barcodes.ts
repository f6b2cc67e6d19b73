import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, type RuleResult } from '#db/operation.ts';
import { sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import { ref } from '#db/values/field-types.ts';
import { isOpen } from './batch.ts';
import { batchControl } from './batch-control.ts';
import { repeatedBarcode } from './dna-barcodes.ts';
import { type BatchPlate, batchOf, plateOf, recordLayoutChange } from './find-batch.ts';
import {
  claimLayout,
  editorLayout,
  type LayoutClaim,
  wasStartedConcurrently,
} from './layout/claim-layout.ts';
import { laterBarcode } from './layout/layout-history.ts';
import type { Layout } from './layout/plate-layout.ts';

const Assignment = z.strictObject({
  /** A sample or a control of the batch. */
  id: ref,
  dnaBarcode: z
    .string()
    .regex(/^[A-Z]{2,3}\d{2,3}$/, 'A DNA barcode has letters and a number, for example NB01.')
    .nullable(),
});

/** Give wells their DNA barcodes; each barcode is unique on the flow cell. */
export const setDnaBarcodes = defineOperation({
  name: 'set-dna-barcodes',
  version: 1,
  kind: 'intent',
  title: 'Set DNA barcodes',
  grant: 'lab/batches:update',
  args: z.strictObject({ batchId: ref, barcodes: z.array(Assignment).min(1).max(96) }),
  subjects: (args) => [args.batchId],
  async run(tx, args, context) {
    const batch = await batchOf(tx, context, args.batchId);
    if (!isOpen(batch.status)) throw refuse('BATCH_CLOSED', `Batch ${batch.julianId} is closed.`);
    const plate = await plateOf(tx, batch.id);
    const startedConcurrently = await wasStartedConcurrently(context, batch);
    const wells = [...plate.samples, ...plate.controls];
    const foreignWell = args.barcodes.find((one) => !wells.some((row) => row.id === one.id));
    if (foreignWell && !startedConcurrently)
      throw refuse('NOT_IN_BATCH', `${foreignWell.id} is not in batch ${batch.julianId}.`);
    const claims = startedConcurrently
      ? await claimsOf(tx, args.barcodes, plate, await editorLayout(tx, context, batch, plate))
      : [];
    const claimed = new Set(claims.map((one) => one.id));
    const assignedBarcodes = new Map<string, string | null>();
    let later: RuleResult | null = null;
    for (const { id, dnaBarcode } of args.barcodes) {
      const other = claimed.has(id) ? null : await laterBarcode(tx, context, batch.id, id);
      later ??= other;
      if (!claimed.has(id) && other === null) assignedBarcodes.set(id, dnaBarcode);
    }
    const repeated = repeatedBarcode(
      wells.map(
        (row) => assignedBarcodes.get(row.id) ?? (assignedBarcodes.has(row.id) ? null : row.dnaBarcode),
      ),
    );
    if (repeated !== null) throw refuse('BARCODE_REPEATED', repeated);
    for (const row of plate.samples) {
      if (assignedBarcodes.has(row.id))
        await tx.patch(sample, row.id, { dnaBarcode: assignedBarcodes.get(row.id) ?? null });
    }
    for (const row of plate.controls) {
      if (assignedBarcodes.has(row.id))
        await tx.patch(batchControl, row.id, { dnaBarcode: assignedBarcodes.get(row.id) ?? null });
    }
    if (assignedBarcodes.size > 0)
      await recordLayoutChange(tx, context, batch.id, {
        dnaBarcodes: assignedBarcodes.size,
        ids: [...assignedBarcodes.keys()],
      });
    return claims.length === 0 ? (later ?? applied) : claimLayout(tx, context, batch, plate, claims);
  },
});

/**
 * Record barcodes from a person who did not know of the start: a barcode that differs from the started plate,
 * or that the plate uses already, is a conflict; material without a barcode gets the new one.
 */
async function claimsOf(
  tx: Transaction,
  barcodes: readonly z.infer<typeof Assignment>[],
  { samples, controls }: BatchPlate,
  layout: Layout,
): Promise<LayoutClaim[]> {
  const claims: LayoutClaim[] = [];
  for (const { id, dnaBarcode } of barcodes) {
    if (dnaBarcode === null) continue;
    const onPlate = samples.find((one) => one.id === id);
    const control = controls.find((one) => one.id === id);
    const own = onPlate ?? control;
    const usedByOther = [...samples, ...controls].some(
      (one) => one.id !== id && one.dnaBarcode === dnaBarcode,
    );
    const free = own !== undefined && own.dnaBarcode === null && !usedByOther;
    if (free || own?.dnaBarcode === dnaBarcode) continue;
    const sampleRow = onPlate ?? (await tx.get(sample, id));
    const name = control?.name ?? sampleRow?.barcode;
    if (name === undefined) continue;
    const kind = control ? ('control' as const) : ('sample' as const);
    claims.push({
      kind,
      id,
      well: [...layout].find(([, content]) => content.id === id)?.[0] ?? null,
      dnaBarcode,
      name,
    });
  }
  return claims;
}
