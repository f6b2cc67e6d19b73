import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { BarcodeType } from '#db/samples/barcode-type.ts';
import { bool, decimal, int, json, ref, requiredText, text } from '#db/values/field-types.ts';
import { CalculationType } from './calculation-type.ts';
import { FieldScope, FieldTarget, FieldType } from './field-type.ts';

/** One value to record in a step, once for the batch or once for each sample. */
export const field = defineEntity({
  name: 'Field',
  table: 'field',
  schema: z.object({
    ...tenantFields,
    /** The step's procedure, so that a device gets the whole method in one document. */
    procedureId: ref.nullable(),
    stepId: ref,
    order: int,
    name: z
      .string()
      .regex(
        /^[A-Za-z_][A-Za-z0-9_]{0,79}$/,
        'A field name has letters, digits and _, and starts with a letter.',
      ),
    label: requiredText,
    type: FieldType,
    scope: FieldScope,
    required: bool,
    measurementUnitId: ref.nullable(),
    min: decimal.nullable(),
    max: decimal.nullable(),
    decimals: z.int().min(0).max(6).nullable(),
    qcMin: decimal.nullable(),
    qcMax: decimal.nullable(),
    maxLength: int.nullable(),
    pattern: text.nullable(),
    /** DATE: dates after today are accepted. */
    allowFuture: bool,
    inventoryTypeId: ref.nullable(),
    quantityPerSample: decimal.nullable(),
    quantityPerBatch: decimal.nullable(),
    barcodeType: BarcodeType.nullable(),
    calculationType: CalculationType.nullable(),
    operands: json.nullable(),
    mapsTo: FieldTarget.nullable(),
    defaultValue: text.nullable(),
    helpText: text.nullable(),
  }),
  create: [
    'stepId',
    'order',
    'name',
    'label',
    'type',
    'scope',
    'required',
    'measurementUnitId',
    'min',
    'max',
    'decimals',
    'qcMin',
    'qcMax',
    'maxLength',
    'pattern',
    'allowFuture',
    'inventoryTypeId',
    'quantityPerSample',
    'quantityPerBatch',
    'barcodeType',
    'calculationType',
    'operands',
    'mapsTo',
    'defaultValue',
    'helpText',
  ],
  update: ['order', 'label', 'required', 'helpText', 'defaultValue'],
  list: { sort: ['order', 'name'], filter: ['stepId', 'procedureId'], search: ['name', 'label'] },
  indexes: ['procedureId', 'stepId'],
  replica: { embedded: [{ collection: 'procedures', as: 'fields', parentKey: 'procedureId' }] },
});
export type Field = Row<typeof field>;
