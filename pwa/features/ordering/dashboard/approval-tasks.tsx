import type { ListedApproval } from '#db/ordering/approvals/listed-approval.ts';
import { APPROVAL_KIND } from '#db/ordering/approvals/order-approval.ts';
import { proposalText } from '#pwa/features/ordering/approvals/proposal.ts';
import type { Viewer } from '#pwa/features/ordering/viewer.ts';
import { ToneBadge } from '#pwa/ui/badge.tsx';
import type { Task } from './needs-you.tsx';

/** Return approvals as tasks, each decided on the page of its order. */
export const approvalTasks = (
  rows: readonly ListedApproval[],
  { base, customer }: Pick<Viewer, 'base' | 'customer'>,
): Task[] =>
  rows.map((row) => ({
    key: `approval-${row.id}`,
    link: { to: `${base}/$id`, params: { id: row.orderId } },
    title: row.orderNumber,
    badge: <ToneBadge tone="warning" label={APPROVAL_KIND[row.kind].label} />,
    note: customer ? proposalText(row) : `${row.companyName}, ${proposalText(row)}`,
    verb: 'Decide',
    at: row.createdAt,
  }));
