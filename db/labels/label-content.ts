import { z } from 'zod';
import { BarcodeValue } from '../values/barcode-value.ts';

const Line = z
  .string()
  .trim()
  .max(60)
  .refine(
    (text) => !Array.from(text).some((character) => character < ' '),
    'A label line has no control characters.',
  );

/** The content of one label: the code and, below it, a few lines for people. */
export const LabelContent = z.strictObject({
  barcode: BarcodeValue,
  lines: z.array(Line).max(4),
});
export type LabelContent = z.infer<typeof LabelContent>;
