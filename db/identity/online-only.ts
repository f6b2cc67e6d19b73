import { refuse } from '#db/errors/app-error.ts';
import type { OperationContext } from '#db/operation.ts';

/** Refuse an account change from a device's outbox: accounts change only on their pages, online. */
export function onlineOnly(context: OperationContext): void {
  if (context.deviceId !== null || context.replica === 'device')
    throw refuse('ONLINE_ONLY', 'Accounts are changed online. Open the page again when you are connected.');
}
