import { z } from 'zod';

/** What a list may be narrowed by: the fields of its rows, and words of its own for those that are no fields. */
export interface Filters {
  schema?: z.ZodObject;
  /** The words that a filter takes which is no field of the rows. */
  words?: Readonly<Record<string, readonly string[]>>;
}

function bare(schema: unknown): unknown {
  return schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault
    ? bare(schema.unwrap())
    : schema;
}

/** The values that a filter takes; null where it takes any, as ids and names do. */
export function allowedValues(field: string, { schema, words }: Filters): readonly string[] | null {
  const own = words?.[field];
  if (own) return own;
  const type = bare(schema?.shape[field]);
  if (type instanceof z.ZodEnum) return type.options.map(String);
  return type instanceof z.ZodBoolean ? ['true', 'false'] : null;
}

/** A filter: given once or more. */
export const repeated = z
  .union([z.string().max(200), z.array(z.string().max(200)).max(200)])
  .transform((value) => [value].flat());

const knownValues = (allowed: readonly string[]) =>
  repeated.superRefine((given, context) => {
    const unknown = given.find((value) => !allowed.includes(value));
    if (unknown !== undefined)
      context.addIssue({
        code: 'custom',
        message: `Unknown value “${unknown}”. Use one of: ${allowed.join(', ')}.`,
      });
  });

/** A filter of a list; a value that it does not know is refused with those that it does. */
export function filterOf(field: string, filters: Filters) {
  const allowed = allowedValues(field, filters);
  return (allowed ? knownValues(allowed) : repeated).optional();
}

/** As `filterOf`, for the values of one enumeration. */
export const someOf = <Value extends string>(type: { options: Value[] }) =>
  knownValues(type.options)
    .transform((given) => type.options.filter((value) => given.includes(value)))
    .optional();
