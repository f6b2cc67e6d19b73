import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { bool, longText, ref, requiredText, text } from '#db/values/field-types.ts';
import { WellName } from '#db/values/plate-well.ts';

/** Control wells of a batch plate, in the order in which the default fill places them. */
export const CONTROL_TYPES = ['POSITIVE_CONTROL', 'NEGATIVE_CONTROL', 'NO_TEMPLATE_CONTROL'] as const;
export const ControlType = z.enum(CONTROL_TYPES);
export type ControlType = z.infer<typeof ControlType>;

/** The label, and the name in a sequencer's sample sheet. */
export const CONTROL_TYPE_LABEL: Record<
  ControlType,
  { label: string; pluralLabel: string; short: string; sheet: string }
> = {
  POSITIVE_CONTROL: {
    label: 'Positive control',
    pluralLabel: 'positive control(s)',
    short: 'PC',
    sheet: 'positive_control',
  },
  NEGATIVE_CONTROL: {
    label: 'Negative control',
    pluralLabel: 'negative control(s)',
    short: 'NC',
    sheet: 'negative_control',
  },
  NO_TEMPLATE_CONTROL: {
    label: 'No-template control',
    pluralLabel: 'no-template control(s)',
    short: 'NTC',
    sheet: 'no_template_control',
  },
};

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
  indexes: ['batchId'],
  replica: { embedded: [{ collection: 'batches', as: 'controls', parentKey: 'batchId' }] },
});
export type BatchControl = Row<typeof batchControl>;
