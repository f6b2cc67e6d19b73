import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { bool, longText, ref, requiredText, text } from '#db/values/field-types.ts';
import { WellName } from '#db/values/plate-well.ts';
import { ControlType } from './control-type.ts';

/** A control in a well of a batch plate. */
export const batchControl = defineEntity({
  name: 'BatchControl',
  table: 'batch_control',
  schema: z.object({
    ...tenantFields,
    batchId: ref,
    plateLocation: WellName,
    controlType: ControlType,
    name: requiredText,
    inventoryItemId: ref.nullable(),
    dnaBarcode: text.nullable(),
    /** Null until a value with a quality range was recorded for it. */
    passed: bool.nullable(),
    /** Why a lab manager or director accepted a failed control. */
    acceptedReason: longText.nullable(),
    acceptedById: ref.nullable(),
  }),
  create: [],
  update: ['name', 'inventoryItemId'],
  list: { sort: ['plateLocation', 'name'], filter: ['batchId', 'controlType'], search: ['name'] },
  indexes: ['batchId'],
  replica: { embedded: [{ collection: 'batches', as: 'controls', parentKey: 'batchId' }] },
});
export type BatchControl = Row<typeof batchControl>;
