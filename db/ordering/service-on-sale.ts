import { refuse } from '#db/errors/app-error.ts';
import type { Transaction } from '#db/transaction.ts';
import { type Service, service } from './service.ts';

export const NOT_ON_SALE = 'This service is no longer available.';

/** Return the service of a protocol while it is on sale; refuse otherwise. */
export async function liveService(tx: Transaction, protocolId: string): Promise<Service> {
  const [row] = await tx.find(service, { protocolId });
  if (row?.status !== 'LIVE') throw refuse('NOT_ON_SALE', NOT_ON_SALE);
  return row;
}
