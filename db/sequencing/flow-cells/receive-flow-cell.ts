import { z } from 'zod';
import { AppError, refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { inventoryItem } from '#db/inventory/inventory-item.ts';
import { inventoryType } from '#db/inventory/inventory-type.ts';
import { applied, defineOperation, merged, type OperationContext, warned } from '#db/operation.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { describeField, int, ref, text } from '#db/values/field-types.ts';
import { FlowCellCode, flowCell, flowCellRowId } from './flow-cell.ts';
import { formatOf } from './flow-cell-product.ts';

/** What is read off a flow cell when it arrives. */
export const FlowCellForm = z.strictObject({
  flowCellId: describeField(FlowCellCode, {
    label: 'Flow cell ID',
    hint: 'Scan the code on the flow cell, for example PAO99309.',
    input: 'code',
  }),
  productCode: describeField(
    z
      .string()
      .trim()
      .toUpperCase()
      .refine((code) => formatOf(code) !== null, 'A product code begins with FLO-MIN, FLO-FLG or FLO-PRO.'),
    { label: 'Product code', placeholder: 'FLO-PRO114M' },
  ),
  lotNumber: describeField(text.nullable(), { label: 'Lot number' }),
  poresAtReceipt: describeField(int.min(0).max(20_000).nullable(), { label: 'Pores at receipt' }),
});
type FlowCellForm = z.infer<typeof FlowCellForm>;

/** Receive a flow cell; of two people who receive the same one, the earlier reading counts. */
export const receiveFlowCell = defineOperation({
  name: 'receive-flow-cell',
  version: 1,
  kind: 'fact',
  title: 'Receive flow cell',
  grant: 'lab/inventory-item:update',
  args: z.strictObject({
    /** `flowCellRowId` of the code. */
    cellId: ref,
    form: FlowCellForm,
  }),
  subjects: ({ cellId }) => [cellId],
  async run(tx, { cellId, form }, context) {
    if (cellId !== flowCellRowId(context.actor.lab, form.flowCellId))
      throw new AppError('VALIDATION', MESSAGES.fixForm);
    const reading = {
      productCode: form.productCode,
      lotNumber: form.lotNumber,
      poresAtReceipt: form.poresAtReceipt,
      receivedAt: context.occurredAt,
      receivedById: context.actor.userId,
    };
    const known = await tx.get(flowCell, cellId);
    const isKnownHere = known !== undefined && !(await context.changedSinceSeen(flowCell, cellId));
    if (isKnownHere && context.replica === 'device')
      throw refuse('ALREADY_RECEIVED', `Flow cell ${form.flowCellId} was received already.`);
    await recordEvent(tx, context, {
      type: 'FLOW_CELL_RECEIVED',
      targetType: 'FlowCell',
      targetId: cellId,
      data: { ...form },
    });
    if (known) {
      if (context.occurredAt < known.receivedAt) await tx.patch(flowCell, cellId, reading);
      return known.productCode === form.productCode
        ? merged('ALREADY_RECEIVED', `Flow cell ${form.flowCellId} was received already.`)
        : warned(
            'RECEIVED_DIFFERENTLY',
            `Flow cell ${form.flowCellId} was received as ${known.productCode} too. The earlier reading counts.`,
          );
    }
    await tx.insert(flowCell, {
      id: cellId,
      flowCellId: form.flowCellId,
      inventoryItemId: await itemOfCode(tx, context, form),
      ...reading,
      useCount: 0,
      barcodesUsed: [],
      warrantyClaim: 'NONE',
    });
    return applied;
  },
});

/** Find the item of the stock whose label is the code of the flow cell. */
async function itemOfCode(
  tx: Transaction,
  { actor }: OperationContext,
  { flowCellId }: FlowCellForm,
): Promise<string | null> {
  for (const item of await tx.find(inventoryItem, { barcode: flowCellId })) {
    const type = await tx.get(inventoryType, item.inventoryTypeId);
    if (type?.category === 'FLOW_CELL' && actor.lab.entities.includes(item.entity)) return item.id;
  }
  return null;
}
