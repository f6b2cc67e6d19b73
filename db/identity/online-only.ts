import { refuse } from '#db/errors/app-error.ts';
import type { OperationContext } from '#db/operation.ts';

/** Accounts are changed on their pages while online; a device's outbox cannot carry such an act. */
export function onlineOnly(context: OperationContext): void {
  if (context.deviceId !== null || context.replica === 'device')
    throw refuse('ONLINE_ONLY', 'Accounts are changed online. Open the page again when you are connected.');
}
