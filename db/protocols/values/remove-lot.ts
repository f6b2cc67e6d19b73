import { z } from 'zod';
import { personName } from '#db/batches/find-batch.ts';
import { refuse } from '#db/errors/app-error.ts';
import {
  applied,
  defineOperation,
  merged,
  type OperationContext,
  type RuleResult,
  warned,
} from '#db/operation.ts';
import { type SectionRun, valuesOf } from '#db/protocols/sections/section-run.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { longText, ref } from '#db/values/field-types.ts';
import { takesSeveralLots } from './current-values.ts';
import { effectiveValues, type FieldValue, fieldValue } from './field-value.ts';
import { workOnSection } from './record-values.ts';

/** Remove a lot from a field that takes several; the row and the reason stay in the history. */
export const removeLot = defineOperation({
  name: 'remove-lot',
  version: 1,
  kind: 'fact',
  title: 'Remove lot',
  grant: 'lab/assigned-sections:update',
  args: z.strictObject({
    assignedSectionId: ref,
    /** The rows of the lot that the person saw: their own and those of others who recorded the same. */
    valueIds: z.array(ref).min(1).max(50),
    reason: longText.trim().min(1, 'A reason is required.'),
  }),
  subjects: (args) => [args.assignedSectionId],
  run(tx, { assignedSectionId, valueIds, reason }, context) {
    // Minted first, so that both replicas give a row the same id.
    const entries = [...new Set(valueIds)].map((valueId) => ({ valueId, id: context.newId() }));
    return workOnSection(tx, context, assignedSectionId, {
      async onLate(run) {
        for (const { row, id } of findRemovals(run, entries))
          await takeOff(tx, context, row, { id, reason, late: true });
      },
      apply: async (run) => [await remove(tx, context, run, findRemovals(run, entries), reason)],
    });
  },
});

interface LotRemoval {
  row: FieldValue;
  id: string;
}

function findRemovals(run: SectionRun, entries: readonly { valueId: string; id: string }[]): LotRemoval[] {
  const lotRemovals = entries.flatMap(({ valueId, id }) => {
    const row = valuesOf(run).find((one) => one.id === valueId);
    const field = run.own.find((one) => one.id === row?.fieldId);
    return row && field && takesSeveralLots(field) ? [{ row, id }] : [];
  });
  const [first] = lotRemovals;
  const lots = new Set(lotRemovals.map(({ row }) => `${row.fieldId} ${row.inventoryItemId}`));
  if (!first || lotRemovals.length !== entries.length || lots.size !== 1)
    throw refuse('NOT_FOUND', 'Not found.');
  return lotRemovals;
}

async function remove(
  tx: Transaction,
  context: OperationContext,
  run: SectionRun,
  lotRemovals: readonly LotRemoval[],
  reason: string,
): Promise<RuleResult> {
  const [first] = lotRemovals;
  if (!first) return applied;
  const lot = first.row.value;
  const effectiveIds = new Set(effectiveValues(valuesOf(run)).map((one) => one.id));
  const effectiveRemovals = lotRemovals.filter(({ row }) => effectiveIds.has(row.id));
  // Everybody who removed the lot is stored as a witness; the order of arrival decides nothing.
  for (const { row, id } of lotRemovals)
    run.values.push(await takeOff(tx, context, row, { id, reason, late: false }));
  if (effectiveRemovals.length === 0)
    return merged('ALREADY_REMOVED', `Lot ${lot} is not on the list any more.`);
  await recordEvent(tx, context, {
    type: 'FIELD_VALUE_CORRECTED',
    targetType: 'AssignedSection',
    targetId: run.assigned.id,
    data: {
      field: run.own.find((one) => one.id === first.row.fieldId)?.name ?? null,
      sampleId: null,
      from: lot,
      to: null,
      reason,
      by: context.actor.name,
    },
  });
  const remainingValue = effectiveValues(valuesOf(run)).find(
    (one) => one.fieldId === first.row.fieldId && one.inventoryItemId === first.row.inventoryItemId,
  );
  if (!remainingValue) return applied;
  const name = await personName(tx, remainingValue.enteredById);
  return warned('LOT_KEPT', `Lot ${lot} was recorded by ${name} too; it stays on the list.`);
}

// A removal after the signature is a late entry: it takes nothing away from the signed record.
const takeOff = (
  tx: Transaction,
  context: OperationContext,
  row: FieldValue,
  { id, reason, late: isLate }: { id: string; reason: string; late: boolean },
): Promise<FieldValue> =>
  tx.insert(fieldValue, {
    id,
    assignedSectionId: row.assignedSectionId,
    fieldId: row.fieldId,
    sampleId: null,
    value: row.value,
    inventoryItemId: row.inventoryItemId,
    barcodeId: row.barcodeId,
    enteredById: context.actor.userId,
    occurredAt: context.occurredAt,
    inputMethod: 'TYPED',
    supersedesId: isLate ? null : row.id,
    changeReason: reason,
    conflict: false,
    late: isLate,
    removed: true,
  });
