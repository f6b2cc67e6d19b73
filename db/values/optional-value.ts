import { z } from 'zod';
import { MESSAGES } from '../errors/messages.ts';

/** The value schema of each `optionalValue`, which the transform hides. */
const values = new WeakMap<z.core.$ZodType, z.ZodType>();

/**
 * Build a schema for a value behind a switch: required when the switch is on, dropped when it is off
 * (specification 5).
 */
export function optionalValue<Value extends z.ZodType>(value: Value) {
  const input = z.object({ enabled: z.boolean(), value: z.unknown().optional() });
  values.set(input, value);
  return input.transform(({ enabled, value: provided }, context): z.output<Value> | null => {
    if (!enabled) return null;
    const missing = provided === undefined || provided === null || provided === '';
    const parsed = value.safeParse(provided);
    if (!missing && parsed.success) return parsed.data;
    const message = missing ? MESSAGES.requiredWhenEnabled : parsed.error?.issues[0]?.message;
    context.addIssue({ code: 'custom', path: ['value'], message: message ?? MESSAGES.requiredWhenEnabled });
    return z.NEVER;
  });
}

/** Return the value schema behind a switch; null for every other schema. */
export const switchedValue = (schema: z.core.$ZodType): z.ZodType | null => values.get(schema) ?? null;
