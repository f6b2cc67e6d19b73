import { z } from 'zod';
import { Id } from './id.ts';

/** Building blocks for entity schemas; the agreement test reads a column's SQL type from them. */

/** Foreign key or own key. */
export const ref = Id;
/** Short text, at most 500 characters unless said otherwise. */
export const text = z.string().max(500);
/** Required short text. */
export const requiredText = z.string().trim().min(1).max(500);
/** Long text or serialized rich text. */
export const longText = z.string().max(20_000);
/** Whole number, 32 bit. */
export const int = z.int().min(-2_147_483_648).max(2_147_483_647);
/** Money in integer US cents. */
export const cents = z.int();
/** The size of a file in bytes, which may exceed a 32-bit integer. */
export const bytes = z.int().min(1);
/** A count of reads or bases, which may exceed a 32-bit integer; every sum of such counts is exact. */
export const largeCount = z.int().min(0).max(1_000_000_000_000_000);
/** Lab quantity as a decimal string, never a binary float. */
export const decimal = z.string().regex(/^-?\d{1,15}(\.\d{1,10})?$/, 'Enter a number.');
/** Calendar date `YYYY-MM-DD`. */
export const date = z.iso.date();
/** Instant, ISO 8601 in UTC with milliseconds. */
export const instant = z.iso.datetime({ precision: 3 });
/** Yes or no. */
export const bool = z.boolean();
/** Free JSON, stored as jsonb. */
export const json = z.record(z.string(), z.json());

/** What a form shows of a field besides its type; declared once, on the schema. */
export interface FieldText {
  label: string;
  hint?: string;
  /** Replaces "{Field} is invalid or missing." */
  message?: string;
  placeholder?: string;
  unit?: string;
  /** Labels of an enumeration's values; without them the codes are written as words. */
  choices?: Readonly<Record<string, string>>;
  /** The kind of input where the type does not decide it. */
  input?: 'area' | 'code' | 'date' | 'decimal' | 'digits' | 'email' | 'password' | 'phone' | 'pin' | 'signed';
  /** Maximum number of characters where a transform hides it. */
  maxLength?: number;
}

/** Texts of form fields. Not zod's global registry, whose entries would appear in the OpenAPI document. */
export const fieldTexts = z.registry<FieldText>();

/** Declare the label of a form field, and what else a form shows of it. */
export function describeField<Schema extends z.ZodType>(schema: Schema, text: string | FieldText): Schema {
  const described = schema.clone();
  fieldTexts.add(described, typeof text === 'string' ? { label: text } : text);
  return described;
}
