import { z } from 'zod';

/** The filters of a list: fields of its rows, and named words for virtual filters. */
export interface Filters {
  schema?: z.ZodObject;
  /** The words of a virtual filter, which is no field of the rows. */
  extraValues?: Readonly<Record<string, readonly string[]>>;
}

function unwrapSchema(schema: unknown): unknown {
  return schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault
    ? unwrapSchema(schema.unwrap())
    : schema;
}

/** Return the values that a filter accepts; null for any, as for ids and names. */
export function allowedValues(field: string, { schema, extraValues }: Filters): readonly string[] | null {
  const own = extraValues?.[field];
  if (own) return own;
  const type = unwrapSchema(schema?.shape[field]);
  if (type instanceof z.ZodEnum) return type.options.map(String);
  return type instanceof z.ZodBoolean ? ['true', 'false'] : null;
}

/** A filter with one or more values. */
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

/** Build a filter of a list; an unknown value is refused with the list of known ones. */
export function filterOf(field: string, filters: Filters) {
  const allowed = allowedValues(field, filters);
  return (allowed ? knownValues(allowed) : repeated).optional();
}

/** Like `filterOf`, for the values of one enumeration. */
export const someOf = <Value extends string>(type: { options: Value[] }) =>
  knownValues(type.options)
    .transform((values) => type.options.filter((value) => values.includes(value)))
    .optional();
