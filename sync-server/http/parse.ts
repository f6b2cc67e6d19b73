import type { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { describeIssue, toFieldIssues } from '#db/errors/field-issues.ts';
import { MESSAGES } from '#db/errors/messages.ts';

/** Parse one part of a request; a misfit is answered 422 with one entry for each wrong field. */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.infer<S> {
  const result = schema.safeParse(input, { error: describeIssue });
  if (result.success) return result.data;
  throw new AppError('VALIDATION', MESSAGES.fixForm, toFieldIssues(result.error));
}
