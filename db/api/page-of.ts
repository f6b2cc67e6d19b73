import { z } from 'zod';

/** Build the schema of one page of a list; `extra` is what the list answers beside its rows. */
export const pageOf = <Row extends z.ZodType, Extra extends z.ZodRawShape = Record<never, never>>(
  row: Row,
  extra?: Extra,
) =>
  z.object({
    rows: z.array(row),
    /** All rows that match, not only those of the page. */
    total: z.number(),
    /** From 1. */
    page: z.number(),
    limit: z.number(),
    // Without `extra` its type has no fields.
    ...(extra ?? ({} as Extra)),
  });
