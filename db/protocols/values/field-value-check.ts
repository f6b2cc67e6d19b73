import { z } from 'zod';
import type { InventoryItem } from '#db/inventory/inventory-item.ts';
import type { InventoryType } from '#db/inventory/inventory-type.ts';
import { lotName, lotProblem } from '#db/inventory/lot-problem.ts';
import type { Field } from '#db/protocols/field.ts';
import { BARCODE_TYPE, type BarcodeType } from '#db/samples/barcode-type.ts';
import { barcodeOf } from '#db/values/barcode-value.ts';
import { canonicalNumber, decimalPlaces, parseBooleanAnswer } from './canonical-value.ts';
import { takesSeveralLots } from './current-values.ts';

/** The facts that a check needs beyond the field and the text. */
export interface ValueFacts {
  /** Lab day of the moment when it was recorded. */
  labDay: string;
  labTimezone: string;
  /** LOT_NUMBER: the item that the text names, and the type that the field requires. */
  lot?: {
    item: InventoryItem | null;
    boundType: InventoryType | null;
    requiredAmount?: string | null;
    /** The amount that the person recorded for this lot, where the field takes several. */
    amount?: string | null;
  };
  /** BARCODE: what the code resolves to, null when it is unknown. */
  barcode?: { id: string | null; type: BarcodeType } | null;
  /** BARCODE of a SAMPLE: the barcode of the row's tube. */
  expectedTube?: string | null;
  /** BARCODE of PER_SAMPLE scope: the tube in this batch for which the same code was recorded already. */
  usedFor?: string | null;
}

/** A value ready to be stored, or the text of its problem. `qc` AMBER: outside the quality range. */
export type ValueCheck =
  | {
      problem: null;
      value: string;
      numericValue: string | null;
      inventoryItemId: string | null;
      barcodeId: string | null;
      qc: 'OK' | 'AMBER';
      warning: string | null;
    }
  | { problem: string };

const acceptedValue = (
  value: string,
  more: Partial<Exclude<ValueCheck, { problem: string }>> = {},
): ValueCheck => ({
  problem: null,
  value,
  numericValue: null,
  inventoryItemId: null,
  barcodeId: null,
  qc: 'OK',
  warning: null,
  ...more,
});

/** Format the text for a value that is missing or malformed. */
export const invalidOrMissing = (label: string): string => `${label} is invalid or missing.`;

/** Check a value by its field's type (domain 5.7). Pure: everything else comes as `facts`. */
export function checkFieldValue(field: Field, raw: string, facts: ValueFacts): ValueCheck {
  const text = raw.trim();
  if (text === '') return { problem: invalidOrMissing(field.label) };
  switch (field.type) {
    case 'TEXT':
      return checkText(field, text);
    case 'NUMBER':
    case 'CALCULATION':
      return checkNumber(field, text);
    case 'DATE':
      return checkDate(field, text, facts.labDay);
    case 'BOOLEAN': {
      const answer = parseBooleanAnswer(text);
      return answer === null ? { problem: invalidOrMissing(field.label) } : acceptedValue(answer);
    }
    case 'LOT_NUMBER':
      return checkLot(field, facts);
    case 'BARCODE':
      return checkBarcode(field, barcodeOf(raw), facts);
  }
}

function checkText(field: Field, text: string): ValueCheck {
  const fits = field.maxLength === null || text.length <= field.maxLength;
  const matches = field.pattern === null || new RegExp(`^(?:${field.pattern})$`, 'u').test(text);
  return fits && matches ? acceptedValue(text) : { problem: invalidOrMissing(field.label) };
}

function checkNumber(field: Field, text: string): ValueCheck {
  const { label, min, max, decimals } = field;
  const value = canonicalNumber(text);
  if (value === null) return { problem: invalidOrMissing(label) };
  const calculated = field.type === 'CALCULATION';
  if (!calculated && decimals !== null && decimalPlaces(value) > decimals) {
    return { problem: `${label} has at most ${decimals} decimal places.` };
  }
  const outside = (low: string | null, high: string | null) =>
    (low !== null && Number(value) < Number(low)) || (high !== null && Number(value) > Number(high));
  if (outside(min, max)) return { problem: rangeText(label, min, max) };
  const amber = outside(field.qcMin, field.qcMax);
  return acceptedValue(value, { numericValue: value, qc: amber ? 'AMBER' : 'OK' });
}

function rangeText(label: string, min: string | null, max: string | null): string {
  if (min !== null && max !== null) return `${label} must be between ${min} and ${max}.`;
  return min !== null ? `${label} must be at least ${min}.` : `${label} must be at most ${max}.`;
}

function checkDate(field: Field, text: string, labDay: string): ValueCheck {
  if (!z.iso.date().safeParse(text).success) return { problem: invalidOrMissing(field.label) };
  if (!field.allowFuture && text > labDay) return { problem: `${field.label} cannot be in the future.` };
  return acceptedValue(text);
}

function checkLot(field: Field, facts: ValueFacts): ValueCheck {
  const { item, boundType, requiredAmount, amount } = facts.lot ?? { item: null, boundType: null };
  if (!item || !boundType || field.inventoryTypeId === null)
    return { problem: invalidOrMissing(field.label) };
  const problem = lotProblem(item, boundType, field.inventoryTypeId, facts);
  if (problem) return { problem: problem.message };
  const statedAmount = amount === undefined || amount === null ? null : canonicalNumber(amount);
  if (amount !== undefined && amount !== null && !(takesSeveralLots(field) && Number(statedAmount) > 0))
    return { problem: `The amount of lot ${lotName(item)} must be more than 0.` };
  const remaining = item.remaining ?? item.quantity;
  const expectedValue = statedAmount ?? requiredAmount;
  const short = expectedValue && remaining !== null && Number(remaining) < Number(expectedValue);
  const warning = short
    ? `Lot ${lotName(item)} has ${remaining} left and ${expectedValue} are needed.`
    : null;
  const { id: inventoryItemId, barcodeId } = item;
  return acceptedValue(lotName(item), { numericValue: statedAmount, inventoryItemId, barcodeId, warning });
}

function checkBarcode(field: Field, code: string, facts: ValueFacts): ValueCheck {
  const expectedValue = field.barcodeType;
  const barcodeRow = facts.barcode ?? null;
  const expected = {
    problem: `Expected a ${expectedValue === null ? 'known' : BARCODE_TYPE[expectedValue]} barcode.`,
  };
  if (expectedValue === null) return expected;
  if (expectedValue === 'SAMPLE' && facts.expectedTube && code !== barcodeOf(facts.expectedTube)) {
    return { problem: `Wrong tube: expected ${facts.expectedTube}.` };
  }
  const known = barcodeRow ? barcodeRow.type === expectedValue : isPrintedBarcode(expectedValue, code);
  if (!known) return expected;
  if (field.scope === 'PER_SAMPLE' && facts.usedFor)
    return { problem: `${code} was already used for ${facts.usedFor}.` };
  return acceptedValue(code, { barcodeId: barcodeRow?.id ?? null });
}

// DNA barcodes name positions of a kit and are no labels of the lab, so the database need not know each one.
const isPrintedBarcode = (type: BarcodeType, code: string): boolean =>
  type === 'DNA_BARCODE' && /^[A-Z]{2,3}\d{2,3}$/.test(code);
