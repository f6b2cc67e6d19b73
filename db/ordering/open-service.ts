import { price } from '#db/billing/price.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import type { OperationContext } from '#db/operation.ts';
import { protocol } from '#db/protocols/protocol.ts';
import type { Transaction } from '#db/transaction.ts';
import { type Service, service } from './service.ts';
import { missingForSale } from './service-status-rules.ts';

/** Return a service for an online change; refuse when it is missing. */
export async function openService(
  tx: Transaction,
  context: OperationContext,
  serviceId: string,
): Promise<Service> {
  onlineOnly(context);
  const row = await tx.get(service, serviceId);
  if (!row || row.deleted) throw refuse('NOT_FOUND', MESSAGES.notFound);
  return row;
}

/** Refuse a service that cannot be sold, with everything that is missing (domain 4.5). */
export async function requireForSale(
  tx: Transaction,
  { labDay }: OperationContext,
  row: Service,
): Promise<void> {
  const sold = await tx.get(protocol, row.protocolId);
  const prices = await tx.find(price, { protocolId: row.protocolId });
  const priced = prices.some(
    ({ deleted, effectiveFrom, effectiveTo }) =>
      !deleted && effectiveFrom <= labDay && (effectiveTo === null || labDay <= effectiveTo),
  );
  const missing = missingForSale(row, sold?.status ?? 'DISCONTINUED', priced);
  if (missing.length > 0) throw refuse('NOT_READY_FOR_SALE', missing.join(' '));
}
