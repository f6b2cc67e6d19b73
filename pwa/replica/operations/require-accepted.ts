import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { OperationResult } from './run-operation.ts';

/** Throw the refusal of an operation, so that the form that sent it shows its text and keeps its values. */
export function requireAccepted(result: OperationResult): OperationResult {
  if (result.outcome === 'REJECTED')
    throw new AppError('VALIDATION', result.message ?? MESSAGES.unknownError);
  return result;
}
