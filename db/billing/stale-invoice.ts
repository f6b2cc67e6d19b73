import { refuse } from '#db/errors/app-error.ts';

/** Somebody else has changed the invoice since it was read. */
export const staleInvoice = () =>
  refuse(
    'STALE_VERSION',
    'Somebody else has changed this invoice meanwhile. Load the page again and repeat your change.',
  );
