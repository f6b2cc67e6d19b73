import type { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';

const MAX_ISSUES = 50;

/** Parse one part of a request; invalid input gets 422 with every wrong field. */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.infer<S> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const issues = result.error.issues.slice(0, MAX_ISSUES);
  throw new AppError(
    'VALIDATION',
    MESSAGES.fixForm,
    issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })),
  );
}
