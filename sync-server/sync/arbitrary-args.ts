import fc, { type Arbitrary } from 'fast-check';
import { z } from 'zod';

// Ids that may exist, so that rules get past their first look-up.
const IDS = [
  'user-tech',
  'company-wbl',
  'membership-tech',
  'box-a',
  'tube-a',
  'tube-b',
  'code-a',
  'plate-a',
  'nowhere',
];

/** Generate typical bench texts; some of them are ids of existing rows. */
export const textsWith = (ids: readonly string[]): Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...ids) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        'A1',
        'H12',
        'Z99',
        '1.5',
        '-3',
        '2026-11-21',
        '2026-11-21T09:00:00.000Z',
        'W26325-0001',
        '',
      ),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  );

const TEXT = textsWith(IDS);

function byType(schema: z.ZodType, text: Arbitrary<string>): Arbitrary<unknown> {
  const arbitraryIn = (inner: z.ZodType) => arbitraryOf(inner, text);
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options, 'NO_SUCH_VALUE');
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values);
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  if (schema instanceof z.ZodNumber)
    return fc.oneof(fc.integer({ min: -2, max: 100 }), fc.double(), fc.maxSafeInteger());
  if (schema instanceof z.ZodArray)
    return fc.array(arbitraryIn(schema.element as z.ZodType), { maxLength: 4 });
  if (schema instanceof z.ZodNullable) return fc.option(arbitraryIn(schema.unwrap() as z.ZodType));
  if (schema instanceof z.ZodOptional)
    return fc.option(arbitraryIn(schema.unwrap() as z.ZodType), { nil: undefined });
  if (schema instanceof z.ZodDefault)
    return fc.option(arbitraryIn(schema.unwrap() as z.ZodType), { nil: undefined });
  if (schema instanceof z.ZodUnion)
    return fc.oneof(...schema.options.map((option) => arbitraryIn(option as z.ZodType)));
  if (schema instanceof z.ZodRecord)
    return fc.dictionary(text, arbitraryIn(schema.valueType as z.ZodType), { maxKeys: 3 });
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape).map(([key, inner]) => [key, arbitraryIn(inner)] as const);
    return fc.record(Object.fromEntries(fields));
  }
  if (schema instanceof z.ZodPipe) return arbitraryIn(schema.in as z.ZodType);
  return text;
}

/** Generate values that mostly fit a schema: correct shape, often correct content, sometimes arbitrary. */
export function arbitraryOf(schema: z.ZodType, text = TEXT): Arbitrary<unknown> {
  return fc.oneof(
    { weight: 30, arbitrary: byType(schema, text) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  );
}
