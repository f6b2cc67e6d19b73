import { batch } from '#db/batches/batch.ts';
import { personName } from '#db/batches/find-batch.ts';
import type { OperationContext } from '#db/operation.ts';
import { type AssignedSection, assignedSection } from '#db/protocols/sections/assigned-section.ts';
import { effectiveValues, type FieldValue, fieldValue } from '#db/protocols/values/field-value.ts';
import { sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { type InventoryItem, inventoryItem } from './inventory-item.ts';
import { inventoryType } from './inventory-type.ts';
import { effectiveExpiration, lotName } from './lot-problem.ts';

/** A use of a lot that counts in the record of a section. */
interface Use {
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
async function usesOf(tx: Transaction, itemId: string): Promise<Use[]> {
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

/**
 * Review uses after an item turns out to expire earlier: its date was read later, or it had been opened
 * before (domain 5.11, case 26). Returns the warning for the person, or null.
 */
export async function reviewExpiry(
  tx: Transaction,
  { labTimezone }: Pick<OperationContext, 'labTimezone'>,
  before: InventoryItem,
  now: InventoryItem,
): Promise<string | null> {
  const type = await tx.get(inventoryType, now.inventoryTypeId);
  if (!type) return null;
  const known = effectiveExpiration(before, type, labTimezone);
  const expires = effectiveExpiration(now, type, labTimezone);
  if (expires === null || (known !== null && known <= expires)) return null;
  return reviewUses(tx, now, {
    since: `after it expired on ${expires}`,
    at({ occurredAt }) {
      const day = labDayOf(occurredAt, labTimezone);
      return day > expires && (known === null || day <= known);
    },
  });
}

/** A quarantined lot that a person used in a batch whose samples were flagged for it. */
export interface DoubtedLot {
  lotId: string;
  lot: string;
  batchId: string;
  julianId: string;
}

/**
 * Return the quarantined lots that a person used, each with the batches whose samples are flagged for review.
 */
export async function doubtedLots(tx: Transaction, userId: string): Promise<DoubtedLot[]> {
  const lotByKey = new Map<string, DoubtedLot>();
  for (const item of (await tx.find(inventoryItem, {})).filter((one) => one.quarantined)) {
    for (const { value, section } of await usesOf(tx, item.id)) {
      const key = `${item.id}|${section.batchId}`;
      if (value.enteredById !== userId || lotByKey.has(key)) continue;
      const batchRow = await tx.get(batch, section.batchId);
      const samples = batchRow ? await tx.find(sample, { batchId: batchRow.id }) : [];
      if (batchRow && samples.some((row) => row.flaggedForReview))
        lotByKey.set(key, {
          lotId: item.id,
          lot: lotName(item),
          batchId: batchRow.id,
          julianId: batchRow.julianId,
        });
    }
  }
  return [...lotByKey.values()];
}
