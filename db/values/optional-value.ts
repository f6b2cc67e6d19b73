import { z } from 'zod';
import { MESSAGES } from '../errors/messages.ts';

/**
 * Build a schema for a value behind a switch: required when the switch is on, dropped when it is off
 * (specification 5).
 */
export function optionalValue<Value extends z.ZodType>(value: Value) {
  return z
    .object({ enabled: z.boolean(), value: z.unknown().optional() })
    .transform(({ enabled, value: provided }, context): z.output<Value> | null => {
      if (!enabled) return null;
      const missing = provided === undefined || provided === null || provided === '';
      const parsed = value.safeParse(provided);
      if (!missing && parsed.success) return parsed.data;
      const message = missing ? MESSAGES.requiredWhenEnabled : parsed.error?.issues[0]?.message;
      context.addIssue({ code: 'custom', path: ['value'], message: message ?? MESSAGES.requiredWhenEnabled });
      return z.NEVER;
    });
}
