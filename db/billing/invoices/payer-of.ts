import { campaignOf } from '#db/ordering/campaigns/campaign.ts';
import type { Order } from '#db/ordering/orders/order.ts';
import { companyAddress } from '#db/ordering/orders/order-address.ts';
import { type Company, company } from '#db/organizations/company.ts';
import type { Transaction } from '#db/transaction.ts';
import type { Invoice } from './invoice.ts';

/** The recipient of an invoice. */
export type Payer = Pick<Invoice, 'companyId' | 'billingAddress' | 'billingEmails' | 'customerPurchaseOrder'>;

/**
 * Return the payer of an order: the sponsor of its campaign, or otherwise the ordering organization (domain
 * 8.3).
 */
export async function payerOf(
  tx: Transaction,
  row: Order,
  owner: Pick<Company, 'billingEmails'>,
): Promise<Payer> {
  const sponsorId = (await campaignOf(tx, row))?.companyId;
  const sponsor = sponsorId === undefined ? undefined : await tx.get(company, sponsorId);
  if (!sponsor)
    return {
      companyId: row.companyId,
      billingAddress: row.billingAddress,
      billingEmails: owner.billingEmails,
      customerPurchaseOrder: row.purchaseOrderNumber,
    };
  return {
    companyId: sponsor.id,
    billingAddress: (await companyAddress(tx, sponsor.id, 'BILLING')) ?? null,
    billingEmails: sponsor.billingEmails,
    customerPurchaseOrder: null,
  };
}

/** Return the part of an order's price that its organization pays: 0 when a sponsor pays. */
export const owedByOrderer = async (tx: Transaction, row: Order, total: number): Promise<number> =>
  (await campaignOf(tx, row)) ? 0 : total;
