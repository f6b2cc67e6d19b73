import type { Field } from '#db/protocols/field.ts';
import { ArithmeticOperands, BalancingOperands } from './calculate.ts';

/** What a field's definition consists of, in a row or in a draft. */
type FieldDefinition = Pick<
  Field,
  | 'label'
  | 'type'
  | 'scope'
  | 'min'
  | 'max'
  | 'qcMin'
  | 'qcMax'
  | 'decimals'
  | 'maxLength'
  | 'pattern'
  | 'inventoryTypeId'
  | 'quantityPerSample'
  | 'quantityPerBatch'
  | 'barcodeType'
  | 'calculationType'
  | 'operands'
>;

const rangeProblem = (label: string, low: string | null, high: string | null): string[] =>
  low !== null && high !== null && Number(low) > Number(high)
    ? [`${label}: the lower limit is above the upper limit.`]
    : [];

function isPattern(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}

/** List the problems of a field's definition: each type needs its own settings and none of another type. */
export function fieldDefinitionProblems(field: FieldDefinition): string[] {
  const { type, label } = field;
  const problems = [
    ...rangeProblem(label, field.min, field.max),
    ...rangeProblem(label, field.qcMin, field.qcMax),
  ];
  const needs = (condition: boolean, text: string) => {
    if (condition) problems.push(`${label}: ${text}`);
  };
  needs(type === 'LOT_NUMBER' && field.inventoryTypeId === null, 'choose the inventory type of the lot.');
  needs(type !== 'LOT_NUMBER' && field.inventoryTypeId !== null, 'only a lot number has an inventory type.');
  needs(
    type !== 'LOT_NUMBER' && (field.quantityPerSample !== null || field.quantityPerBatch !== null),
    'only a lot number draws stock.',
  );
  needs(type === 'BARCODE' && field.barcodeType === null, 'choose the type of the barcode.');
  needs(type !== 'BARCODE' && field.barcodeType !== null, 'only a barcode has a barcode type.');
  needs(type === 'CALCULATION' && field.calculationType === null, 'choose the calculation.');
  needs(
    type !== 'CALCULATION' && field.calculationType !== null,
    'only a calculation has a calculation type.',
  );
  needs(type === 'CALCULATION' && !operandsFit(field), 'the operands do not fit the calculation.');
  needs(type !== 'CALCULATION' && field.operands !== null, 'only a calculation has operands.');
  needs(
    field.calculationType === 'BALANCING' && field.scope !== 'PER_SAMPLE',
    'balancing is calculated for each sample.',
  );
  needs(
    type !== 'TEXT' && (field.maxLength !== null || field.pattern !== null),
    'only a text has a length or pattern.',
  );
  needs(field.pattern !== null && !isPattern(field.pattern), 'the pattern is not a regular expression.');
  needs(
    type !== 'NUMBER' && type !== 'CALCULATION' && hasNumberSettings(field),
    'only a number has limits or decimals.',
  );
  return problems;
}

const hasNumberSettings = (field: FieldDefinition): boolean =>
  [field.min, field.max, field.qcMin, field.qcMax, field.decimals].some((setting) => setting !== null);

const operandsFit = (field: FieldDefinition): boolean =>
  (field.calculationType === 'BALANCING' ? BalancingOperands : ArithmeticOperands).safeParse(field.operands)
    .success;
