import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';

/** The reason without blanks around it, or a refusal. */
export function requiredReason(reason: string | null): string {
  const trimmedReason = reason?.trim() ?? '';
  if (trimmedReason === '') throw refuse('REASON_REQUIRED', MESSAGES.reasonRequired);
  return trimmedReason;
}
