import { z } from 'zod';
import { isVisible, type Lab } from '#db/access/lab.ts';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import { barcodeOf } from '#db/values/barcode-value.ts';
import { instant, int, longText, ref, requiredText, text } from '#db/values/field-types.ts';
import type { StatusDisplay } from '#db/values/tone.ts';

/** The state of the claim on a flow cell that had too few pores when it was new. */
const WARRANTY_CLAIMS = ['NONE', 'OPEN', 'ACCEPTED', 'REFUSED'] as const;
const WarrantyClaim = z.enum(WARRANTY_CLAIMS);
type WarrantyClaim = z.infer<typeof WarrantyClaim>;

/** The label and tone of each state of a claim. */
export const WARRANTY_CLAIM_DISPLAY: Record<WarrantyClaim, StatusDisplay & { icon: string }> = {
  NONE: { label: 'No claim', rank: 0, tone: 'quiet', icon: 'circle' },
  OPEN: { label: 'Claim open', rank: 1, tone: 'warning', icon: 'hourglass' },
  ACCEPTED: { label: 'Claim accepted', rank: 2, tone: 'good', icon: 'circle-check' },
  REFUSED: { label: 'Claim refused', rank: 3, tone: 'quiet', icon: 'circle-x' },
};

/** The id that the manufacturer printed on a flow cell, for example `PAO99309`. */
export const FlowCellCode = z
  .string()
  .transform(barcodeOf)
  .pipe(
    z
      .string()
      .regex(
        /^[A-Z0-9][A-Z0-9_-]{2,19}$/,
        'A flow cell id has 3 to 20 letters and digits, for example PAO99309.',
      ),
  );

/**
 * Return the id of the row of a flow cell. The code on the cell decides it, so that two devices that receive one
 * cell offline write the same row.
 */
export const flowCellRowId = (lab: Lab, flowCellId: string): string => `FC-${lab.id}-${flowCellId}`;

/** A flow cell of the lab (domain-lab 15), with or without an item of the stock. */
export const flowCell = defineEntity({
  name: 'FlowCell',
  table: 'flow_cell',
  schema: z.object({
    ...tenantFields,
    /** The id that the manufacturer printed on it; the runs in MinKNOW name it too. */
    flowCellId: requiredText,
    inventoryItemId: ref.nullable(),
    productCode: requiredText,
    lotNumber: text.nullable(),
    receivedAt: instant,
    receivedById: ref.nullable(),
    poresAtReceipt: int.min(0).nullable(),
    poresAtCheck: int.min(0).nullable(),
    checkedAt: instant.nullable(),
    checkedById: ref.nullable(),
    /** The uses in which something was sequenced, or may still be. */
    useCount: int.min(0),
    /** DNA barcodes that were loaded on it, which a later use must avoid. */
    barcodesUsed: z.array(text),
    washedAt: instant.nullable(),
    washedById: ref.nullable(),
    returnedAt: instant.nullable(),
    returnedById: ref.nullable(),
    returnReason: longText.nullable(),
    warrantyClaim: WarrantyClaim,
    /** When the check was done that opened the claim. */
    claimedAt: instant.nullable(),
    claimReason: longText.nullable(),
  }),
  indexes: ['flowCellId', 'inventoryItemId'],
  replica: { own: { collection: 'batches' } },
});
export type FlowCell = Row<typeof flowCell>;

/** Load a flow cell of the lab, or throw NOT_FOUND. */
export async function flowCellOf(
  tx: Transaction,
  context: Pick<OperationContext, 'actor'>,
  id: string,
): Promise<FlowCell> {
  const row = await tx.get(flowCell, id);
  if (!row || row.deleted || !isVisible(context.actor, row))
    throw new AppError('NOT_FOUND', MESSAGES.notFound);
  return row;
}
