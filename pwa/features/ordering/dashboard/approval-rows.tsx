import { APPROVAL_KIND } from '#db/ordering/approval-kind.ts';
import type { ListedApproval } from '#db/ordering/listed-approval.ts';
import { ToneBadge } from '#pwa/ui/tone-badge.tsx';
import { proposalText } from '../approvals/proposal.ts';
import type { LinkRow } from './link-rows.tsx';

/** Approvals as rows that link to their orders. */
export const approvalRows = (
  rows: readonly ListedApproval[],
  { base, customer }: { base: string; customer: boolean },
): LinkRow[] =>
  rows.map((row) => ({
    key: `approval-${row.id}`,
    href: `${base}/${row.orderId}`,
    title: row.orderNumber,
    badge: <ToneBadge tone="warning" label={APPROVAL_KIND[row.kind].label} />,
    note: customer ? proposalText(row) : `${row.companyName}, ${proposalText(row)}`,
  }));
