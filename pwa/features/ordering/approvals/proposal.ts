import { z } from 'zod';
import type { ApprovalKind } from '#db/ordering/approvals/order-approval.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { formatPercent } from '#pwa/format/numbers.ts';

const Detail = z.object({
  total: z.number().optional(),
  discount: z.number().optional(),
  listTotal: z.number().optional(),
  percentBps: z.number().optional(),
  creditLimit: z.number().optional(),
  totalBefore: z.number().optional(),
  totalAfter: z.number().optional(),
});

/** The subject of an approval, as the approver reads it. */
export interface Proposed {
  kind: ApprovalKind;
  detail: unknown;
  purchaseOrderNumber?: string | null;
}

/** Describe the proposal with its amounts: the sentence that is approved, returned or declined. */
export function proposalText({ kind, detail, purchaseOrderNumber }: Proposed): string {
  const known = Detail.safeParse(detail).data ?? {};
  const { total = 0, discount = 0, listTotal = 0, percentBps = 0, creditLimit = 0 } = known;
  switch (kind) {
    case 'PURCHASE_ORDER':
      return `${purchaseOrderNumber ?? 'No number given,'} for ${formatMoney(total)}`;
    case 'DISCOUNT':
    case 'DISCOUNT_BILLING': {
      // Approvals from before fees were stored name the list price only.
      const { totalBefore = listTotal, totalAfter = listTotal - discount } = known;
      return `${formatMoney(discount)} off the list price of ${formatMoney(listTotal)} (${formatPercent(percentBps / 10_000)}): the total becomes ${formatMoney(totalAfter)} instead of ${formatMoney(totalBefore)}`;
    }
    case 'REWORK':
      return 'Work that is repeated free of charge';
    case 'CREDIT_LIMIT':
      return `${formatMoney(total)} is ${formatMoney(total - creditLimit)} above the credit limit of ${formatMoney(creditLimit)}`;
    case 'COMPANY_MANAGER':
      return `An order of ${formatMoney(total)}, which a manager of the organization approves`;
  }
}
