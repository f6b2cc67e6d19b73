import { z } from 'zod';

/** What a list may be narrowed by: the fields of its rows, and words of its own for those that are no fields. */
export interface Filters {
  schema?: z.ZodObject;
  /** The words that a filter takes which is no field of the rows. */
  extraValues?: Readonly<Record<string, readonly string[]>>;
}

function unwrapSchema(schema: unknown): unknown {
  return schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault
    ? unwrapSchema(schema.unwrap())
    : schema;
}

/** The values that a filter takes; null where it takes any, as ids and names do. */
export function allowedValues(field: string, { schema, extraValues }: Filters): readonly string[] | null {
  const own = extraValues?.[field];
  if (own) return own;
  const type = unwrapSchema(schema?.shape[field]);
  if (type instanceof z.ZodEnum) return type.options.map(String);
  return type instanceof z.ZodBoolean ? ['true', 'false'] : null;
}

/** A filter: given once or more. */
export const repeated = z
  .union([z.string().max(200), z.array(z.string().max(200)).max(200)])
  .transform((value) => [value].flat());

const knownValues = (allowed: readonly string[]) =>
  repeated.superRefine((values, context) => {
    const unknown = values.find((value) => !allowed.includes(value));
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
    .transform((values) => type.options.filter((value) => values.includes(value)))
    .optional();
