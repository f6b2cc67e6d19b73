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
