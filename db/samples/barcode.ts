import { z } from 'zod';
import { defineEntity, type EmbeddedIn, type Row, tenantFields } from '#db/entity.ts';
import type { CollectionName } from '#db/sync/collections.ts';
import type { Transaction } from '#db/transaction.ts';
import { barcodeOf } from '#db/values/barcode-value.ts';
import { bool, instant, ref } from '#db/values/field-types.ts';
import { type BarcodeType, BarcodeType as BarcodeTypeSchema } from './barcode-type.ts';
import { type Sample, sample } from './sample.ts';

const carriedWith = (collection: CollectionName, ...types: BarcodeType[]): EmbeddedIn => ({
  collection,
  as: 'barcodes',
  parentKey: 'targetId',
  when: { field: 'type', in: types },
});

/**
 * A printed code and the one thing that it identifies. A superseded label stays active with `aliasOfId`: it
 * still resolves, and its value never identifies anything else.
 */
export const barcode = defineEntity({
  name: 'Barcode',
  table: 'barcode',
  schema: z.object({
    ...tenantFields,
    value: z
      .string()
      .regex(/^[A-Z0-9._-]{3,64}$/, 'A barcode has 3 to 64 letters, digits, dots, hyphens or underscores.'),
    type: BarcodeTypeSchema,
    targetId: ref.nullable(),
    aliasOfId: ref.nullable(),
    printedAt: instant.nullable(),
    printedById: ref.nullable(),
    active: bool,
  }),
  indexes: ['value', 'targetId'],
  replica: {
    embedded: [
      carriedWith('orders', 'ORDER', 'SHIPMENT'),
      carriedWith('specimens', 'REQUISITION', 'SPECIMEN'),
      carriedWith('samples', 'SAMPLE'),
      carriedWith('batches', 'PLATE'),
      carriedWith('storage', 'STORAGE', 'PLATE'),
      carriedWith('inventory-items', 'INVENTORY_ITEM', 'FLOW_CELL', 'DNA_BARCODE'),
      carriedWith('equipment', 'EQUIPMENT'),
      carriedWith('people', 'USER_BADGE'),
    ],
  },
});
export type Barcode = Row<typeof barcode>;

/** Find the sample of a scanned code, by its label or by an older label of it. */
export async function sampleByCode(tx: Transaction, code: string): Promise<Sample | undefined> {
  const value = barcodeOf(code);
  const [labeledSample] = await tx.find(sample, { barcode: value });
  if (labeledSample) return labeledSample;
  const labels = await tx.find(barcode, { value });
  let label = labels.find((one) => one.active && one.type === 'SAMPLE');
  for (let hops = 0; label && label.targetId === null && label.aliasOfId !== null && hops < 8; hops++) {
    label = await tx.get(barcode, label.aliasOfId);
  }
  const sampleRow = label?.targetId ? await tx.get(sample, label.targetId) : undefined;
  return sampleRow && !sampleRow.deleted ? sampleRow : undefined;
}
