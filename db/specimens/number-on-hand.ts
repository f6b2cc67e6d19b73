import { refuse } from '#db/errors/app-error.ts';
import type { OperationContext } from '#db/operation.ts';
import { sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { sampleBarcode, specimenJulianId } from '#db/values/julian-date.ts';

/**
 * Numbers that are leased to devices on a day end before this one; the server gives the later ones out
 * itself.
 */
export const ON_HAND_FROM = 9_000;
const LAST = 9_999;

/**
 * Return the next julianIds for specimens that nobody checks in because their material is in the lab already.
 * A number is used as long as any sample carries it, so none repeats.
 */
export async function numbersOnHand(
  tx: Transaction,
  { labDay }: Pick<OperationContext, 'labDay'>,
  entity: BusinessEntity,
  count: number,
): Promise<string[]> {
  if (count === 0) return [];
  const ids = Array.from({ length: LAST - ON_HAND_FROM + 1 }, (_, place) =>
    specimenJulianId(entity, labDay, ON_HAND_FROM + place),
  );
  const first = await tx.find(sample, {
    barcode: ids.map((id) => sampleBarcode(id, 1)),
    deleted: [true, false],
  });
  const assignedBarcodes = new Set(first.map(({ barcode }) => barcode));
  const from = ids.findLastIndex((id) => assignedBarcodes.has(sampleBarcode(id, 1))) + 1;
  if (from + count > ids.length)
    throw refuse('NO_NUMBER_LEFT', 'No specimen numbers are left for today. Do this again tomorrow.');
  return ids.slice(from, from + count);
}
