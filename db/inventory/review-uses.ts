import { batch } from '#db/batches/batch.ts';
import { personName } from '#db/batches/person-name.ts';
import { type AssignedSection, assignedSection } from '#db/protocols/assigned-section.ts';
import { effectiveValues } from '#db/protocols/effective-values.ts';
import { type FieldValue, fieldValue } from '#db/protocols/field-value.ts';
import { sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import type { InventoryItem } from './inventory-item.ts';
import { lotName } from './lot-problem.ts';

/** A use of a lot that counts in the record of a section. */
export interface Use {
  value: FieldValue;
  section: AssignedSection;
}

/**
 * Flag uses of a lot that turned out to be bad at an earlier time, when the uses arrived first (domain 5.11,
 * case 26 from the other side): the records are kept, and their material is flagged for review. Returns the
 * warning for the person, or null without such a use.
 */
export async function reviewUses(
  tx: Transaction,
  item: InventoryItem,
  period: { since: string; at(use: FieldValue): boolean },
): Promise<string | null> {
  const uses = (await usesOf(tx, item.id)).filter(({ value }) => period.at(value));
  const usageTexts = new Set<string>();
  for (const { value, section } of uses) {
    const batchRow = await tx.get(batch, section.batchId);
    if (!batchRow) continue;
    // A value for a control names no sample.
    const of = value.sampleId === null ? { batchId: batchRow.id } : { id: value.sampleId };
    for (const row of await tx.find(sample, of))
      if (!row.flaggedForReview) await tx.patch(sample, row.id, { flaggedForReview: true });
    usageTexts.add(`by ${await personName(tx, value.enteredById)} in ${batchRow.julianId}`);
  }
  if (usageTexts.size === 0) return null;
  return `Lot ${lotName(item)} was used ${period.since} ${[...usageTexts].join(', ')}. The samples are flagged for review.`;
}

/** Return the current values that name a lot, earliest first. */
export async function usesOf(tx: Transaction, itemId: string): Promise<Use[]> {
  const lotValues = await tx.find(fieldValue, { inventoryItemId: itemId });
  const sectionIds = [...new Set(lotValues.map((value) => value.assignedSectionId))].sort();
  if (sectionIds.length === 0) return [];
  const sections = new Map((await tx.find(assignedSection, { id: sectionIds })).map((row) => [row.id, row]));
  const all = await tx.find(fieldValue, { assignedSectionId: sectionIds });
  // A value that was removed or corrected to another lot does not count; the row with that change names
  // another lot.
  return effectiveValues(all).flatMap((value) => {
    const section = sections.get(value.assignedSectionId);
    return value.inventoryItemId === itemId && section ? [{ value, section }] : [];
  });
}
