import { z } from 'zod';
import { personName } from '#db/batches/person-name.ts';
import { refuse } from '#db/errors/app-error.ts';
import {
  applied,
  defineOperation,
  merged,
  type OperationContext,
  type RuleResult,
  warned,
} from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { longText, ref } from '#db/values/field-types.ts';
import { takesSeveralLots } from './current-values.ts';
import { type FieldValue, fieldValue } from './field-value.ts';
import { workOnSection } from './record-values.ts';
import { type SectionRun, valuesOf } from './section-run.ts';
import { standingValues } from './standing-values.ts';

/** Takes a lot off the list of a field that takes several; the row and the reason stay in the history. */
export const removeLot = defineOperation({
  name: 'remove-lot',
  version: 1,
  kind: 'fact',
  title: 'Remove lot',
  grant: 'lab/assigned-sections:update',
  args: z.strictObject({
    assignedSectionId: ref,
    /** The rows of the lot that the person saw: its own and those of witnesses. */
    valueIds: z.array(ref).min(1).max(50),
    reason: longText.trim().min(1, 'A reason is required.'),
  }),
  subjects: (args) => [args.assignedSectionId],
  run(tx, { assignedSectionId, valueIds, reason }, context) {
    // Minted first, so that both replicas give a row the same id.
    const entries = [...new Set(valueIds)].map((valueId) => ({ valueId, id: context.newId() }));
    return workOnSection(tx, context, assignedSectionId, {
      async late(run) {
        for (const { row, id } of seen(run, entries))
          await takeOff(tx, context, row, { id, reason, late: true });
      },
      act: async (run) => [await remove(tx, context, run, seen(run, entries), reason)],
    });
  },
});

interface Seen {
  row: FieldValue;
  id: string;
}

function seen(run: SectionRun, entries: readonly { valueId: string; id: string }[]): Seen[] {
  const found = entries.flatMap(({ valueId, id }) => {
    const row = valuesOf(run).find((one) => one.id === valueId);
    const field = run.own.find((one) => one.id === row?.fieldId);
    return row && field && takesSeveralLots(field) ? [{ row, id }] : [];
  });
  const [first] = found;
  const lots = new Set(found.map(({ row }) => `${row.fieldId} ${row.inventoryItemId}`));
  if (!first || found.length !== entries.length || lots.size !== 1) throw refuse('NOT_FOUND', 'Not found.');
  return found;
}

async function remove(
  tx: Transaction,
  context: OperationContext,
  run: SectionRun,
  found: readonly Seen[],
  reason: string,
): Promise<RuleResult> {
  const [first] = found;
  if (!first) return applied;
  const lot = first.row.value;
  const standing = new Set(standingValues(valuesOf(run)).map((one) => one.id));
  const listed = found.filter(({ row }) => standing.has(row.id));
  // Who took it off too is kept as a witness; whose removal arrived first decides nothing.
  for (const { row, id } of found)
    run.values.push(await takeOff(tx, context, row, { id, reason, late: false }));
  if (listed.length === 0) return merged('ALREADY_REMOVED', `Lot ${lot} is not on the list any more.`);
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
  const left = standingValues(valuesOf(run)).find(
    (one) => one.fieldId === first.row.fieldId && one.inventoryItemId === first.row.inventoryItemId,
  );
  if (!left) return applied;
  const name = await personName(tx, left.enteredById);
  return warned('LOT_KEPT', `Lot ${lot} was recorded by ${name} too; it stays on the list.`);
}

// What comes after the signature stands beside the record: it takes nothing away from what was signed.
const takeOff = (
  tx: Transaction,
  context: OperationContext,
  row: FieldValue,
  { id, reason, late }: { id: string; reason: string; late: boolean },
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
    supersedesId: late ? null : row.id,
    changeReason: reason,
    conflict: false,
    late,
    removed: true,
  });
