import { z } from 'zod';
import { defineEntity, type EmbeddedIn, type Row, tenantFields } from '#db/entity.ts';
import type { CollectionName } from '#db/sync/collections.ts';
import { bool, instant, ref } from '#db/values/field-types.ts';
import { type BarcodeType, BarcodeType as BarcodeTypeSchema } from './barcode-type.ts';

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
  create: [],
  update: [],
  list: { sort: ['value', 'printedAt'], filter: ['type', 'targetId', 'active'], search: ['value'] },
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
