import { z } from 'zod';
import { type CallDefinition, isSchema } from '#db/api/call-definition.ts';
import { AppError } from '#db/errors/app-error.ts';
import { describeIssue, toFieldIssues } from '#db/errors/field-issues.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { Created } from './api-route.ts';

/** Parse one part of a request; a misfit is answered 422 with one entry for each wrong field. */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.infer<S> {
  const result = schema.safeParse(input, { error: describeIssue });
  if (result.success) return result.data;
  throw new AppError('VALIDATION', MESSAGES.fixForm, toFieldIssues(result.error));
}

// Set by the tests: an answer that does not fit its declaration fails there and costs nothing elsewhere.
const CHECKS_ANSWERS = process.env['CHECK_ANSWERS'] === '1';

/**
 * Compare an answer, as it leaves in JSON, with the declaration of its call; does nothing outside the tests.
 * @throws Error when a field is missing or of another type, or when a call without an answer has one.
 */
export function checkAnswer(definition: CallDefinition | undefined, answer: unknown): void {
  if (!CHECKS_ANSWERS || !definition) return;
  const value = answer instanceof Created ? answer.value : answer;
  const json: unknown = value === undefined ? undefined : JSON.parse(JSON.stringify(value));
  const result = (isSchema(definition.answer) ? definition.answer : z.undefined()).safeParse(json);
  if (!result.success)
    throw new Error(`The answer of ${definition.id} does not fit: ${z.prettifyError(result.error)}`);
}
