import type { ApprovalByLink } from '#db/ordering/approval-by-link.ts';
import { APPROVAL_KIND } from '#db/ordering/approval-kind.ts';
import { ORDER_CLASSIFICATION } from '#db/ordering/order-classification.ts';
import { ORDER_TYPE } from '#db/ordering/order-type.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { proposalText } from './proposal.ts';

function factsOf(approval: ApprovalByLink): (readonly [label: string, value: string])[] {
  const { submittedAt, projectName, serviceName, orderType, orderClassification } = approval;
  return [
    ['Organization', approval.companyName],
    ['Service', serviceName || 'Not named'],
    ...(projectName ? [['Project', projectName] as const] : []),
    ['Specimens', String(approval.specimenCount)],
    ['Order', `${ORDER_TYPE[orderType]}, ${ORDER_CLASSIFICATION[orderClassification].toLowerCase()}`],
    ['Order total', formatMoney(approval.total)],
    ['Entered by', approval.ownOrder ? 'You' : (approval.submittedByName ?? 'Unknown')],
    ...(submittedAt ? [['Submitted', formatDate(submittedAt, 'shortAtTime')] as const] : []),
  ];
}

/** The essentials of an order under approval; of its specimens only the count. */
export function ApprovalFacts({ approval }: { approval: ApprovalByLink }) {
  const { orderNumber, deciderName, expiresAt } = approval;
  return (
    <>
      <title>{`Decide ${orderNumber} · Benchside`}</title>
      <h1 tabIndex={-1} className="text-balance font-semibold text-2xl tracking-tight outline-none">
        {APPROVAL_KIND[approval.kind].label}: <span className="code">{orderNumber}</span>
      </h1>
      <p className="mt-2 mb-4 font-medium text-lg">{proposalText(approval)}</p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
        {factsOf(approval).map(([label, value]) => (
          <Fact key={label} label={label} value={value} />
        ))}
      </dl>
      {approval.kind === 'PURCHASE_ORDER' && (
        <p className="mt-4">
          The purchase order itself lies with the order:{' '}
          <a href="/approvals" className="underline">
            sign in to look at it
          </a>
          .
        </p>
      )}
      <p className="mt-4 text-ink-soft text-sm">
        You decide as <strong className="text-ink">{deciderName}</strong>. The link works once, until{' '}
        {formatDate(expiresAt, 'shortAtTime')}.
      </p>
    </>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <>
      <dt className="text-ink-soft">{label}</dt>
      <dd className="wrap-anywhere min-w-0 font-medium">{value}</dd>
    </>
  );
}
