import { z } from 'zod';

/** Build a schema for a text on one line, without invisible characters; it may be empty. */
export const lineOrEmpty = (limit = 100) =>
  z
    .string()
    .trim()
    .max(limit, `Use at most ${limit} characters.`)
    .regex(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]*$/u, 'Use only characters that can be seen.');

/** Build a schema for one line of visible characters; `message` is the error when the text is missing. */
export const oneLine = (message: string, limit = 100) => lineOrEmpty(limit).min(1, message);

/** Build a schema for an optional input: an empty input of a form is stored as null. */
export const orEmpty = <S extends z.ZodType>(schema: S) =>
  z.union([z.literal('').transform(() => null), schema]).nullable();
