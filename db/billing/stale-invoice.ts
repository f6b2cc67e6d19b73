import { refuse } from '#db/errors/app-error.ts';

/** Return the conflict error for an invoice that another person changed since it was read. */
export const staleInvoice = () =>
  refuse(
    'STALE_VERSION',
    'Somebody else has changed this invoice meanwhile. Load the page again and repeat your change.',
  );
