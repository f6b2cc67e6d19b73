import type { OperationContext } from '#db/operation.ts';
import { type GridRow, isLive, type SectionRun, valuesOf } from '#db/protocols/sections/section-run.ts';
import { event } from '#db/records/events/event.ts';
import type { Transaction } from '#db/transaction.ts';
import { effectiveValues, fieldValue, isFromPlate } from './field-value.ts';
import { namesDnaBarcode } from './give-dna-barcode.ts';

/** The DNA barcode of a well as its sample or control has it. */
const barcodeOnPlate = ({ sample, control }: GridRow): string | null =>
  sample?.dnaBarcode ?? control?.dnaBarcode ?? null;

/** Tell who gave a well its barcode, and when: the last change of the plate that concerns it. */
async function givenBy(tx: Transaction, run: SectionRun): Promise<(id: string) => PlateEdit | undefined> {
  const changes = (await tx.find(event, { targetId: run.batch.id }))
    .filter((one) => one.type === 'BATCH_LAYOUT_CHANGED' && one.userId !== null)
    .sort((a, b) => (`${a.occurredAt} ${a.id}` < `${b.occurredAt} ${b.id}` ? -1 : 1));
  return (id) => {
    const last = changes.findLast(({ data }) => {
      const ids = data['ids'];
      return data['id'] === id || (Array.isArray(ids) && ids.includes(id));
    });
    return last && last.userId !== null ? { userId: last.userId, at: last.occurredAt } : undefined;
  };
}

interface PlateEdit {
  userId: string;
  at: string;
}

/**
 * Record the DNA barcodes of the plate in a section, so that nobody enters them again. What a person entered stays; a
 * barcode that was changed on the plate replaces the one taken from it before.
 */
export async function fillPlateBarcodes(
  tx: Transaction,
  context: OperationContext,
  run: SectionRun,
): Promise<void> {
  const fields = run.own.filter((one) => namesDnaBarcode(one) && one.scope === 'PER_SAMPLE');
  const rows = run.rows.filter((row) => isLive(row) && barcodeOnPlate(row) !== null);
  if (fields.length === 0 || rows.length === 0 || run.assigned.completionEventId !== null) return;
  const edits = await givenBy(tx, run);
  const values = effectiveValues(valuesOf(run));
  for (const field of fields) {
    for (const row of rows) {
      const recorded = values.filter((one) => one.fieldId === field.id && one.sampleId === row.id);
      const value = barcodeOnPlate(row) ?? '';
      if (recorded.some((one) => one.value === value || !isFromPlate(one))) continue;
      const edit = edits(row.id);
      run.values.push(
        await tx.insert(fieldValue, {
          id: context.newId(),
          assignedSectionId: run.assigned.id,
          fieldId: field.id,
          sampleId: row.id,
          value,
          enteredById: edit?.userId ?? context.actor.userId,
          occurredAt: edit?.at ?? context.occurredAt,
          inputMethod: 'CALCULATED',
          supersedesId: recorded[0]?.id ?? null,
          changeReason: recorded[0] ? 'Changed on the plate.' : null,
          conflict: false,
          late: false,
          removed: false,
        }),
      );
    }
  }
}

/**
 * Return a sentence for each well whose barcode was changed on the plate after a person had entered another one in the
 * section; one of the two must be corrected.
 */
export function plateBarcodeProblems(run: SectionRun): string[] {
  // Values of a section that waits are copied to the plate when it is released.
  if (run.assigned.waitsForId !== null) return [];
  const fields = run.own.filter((one) => namesDnaBarcode(one) && one.scope === 'PER_SAMPLE');
  const values = effectiveValues(valuesOf(run));
  return fields.flatMap((field) =>
    run.rows.filter(isLive).flatMap((row) => {
      const onPlate = barcodeOnPlate(row);
      const recorded = values.filter((one) => one.fieldId === field.id && one.sampleId === row.id);
      const [first] = recorded;
      if (onPlate === null || !first || recorded.some((one) => one.value === onPlate)) return [];
      const place = row.well ?? row.barcode;
      return [`${place}: ${field.label} is ${first.value} here and ${onPlate} on the plate. Correct one.`];
    }),
  );
}
