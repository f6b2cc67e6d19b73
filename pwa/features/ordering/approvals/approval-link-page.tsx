import { useQuery } from '@tanstack/react-query';
import { CircleCheck, FileDown } from 'lucide-react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { decideByLink, readApprovalByLink, readPurchaseOrderByLink } from '#db/api/ordering/approvals.ts';
import { AppError } from '#db/errors/app-error.ts';
import type { ApprovalByLink } from '#db/ordering/approvals/approval-by-link.ts';
import { APPROVAL_KIND } from '#db/ordering/approvals/order-approval.ts';
import { ORDER_CLASSIFICATION, ORDER_TYPE } from '#db/ordering/orders/order-terms.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { saveFile } from '#pwa/api/save-file.ts';
import { callQuery, useCallMutation } from '#pwa/api/use-call.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { withoutEmptyNote } from '#pwa/ui/form/customer-reason.tsx';
import { Form, SubmitButton } from '#pwa/ui/form/form.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import {
  DECISION_TEXTS,
  type Decision,
  DecisionDraft,
  DecisionFields,
  type DecisionInput,
  decisionLabel,
  isDangerous,
} from './decision-form.tsx';
import { proposalText } from './proposal.ts';

function factsOf(approval: ApprovalByLink): (readonly [label: string, value: string])[] {
  const { submittedAt, projectName, serviceName, orderType, orderClassification } = approval;
  return [
    ['Organization', approval.companyName],
    ['Service', serviceName || 'Not named'],
    ...(projectName ? [['Project', projectName] as const] : []),
    ['Specimens', String(approval.specimenCount)],
    ['Order', `${ORDER_TYPE[orderType]}, ${ORDER_CLASSIFICATION[orderClassification].toLowerCase()}`],
    ...(approval.purchaseOrderNumber ? [['Purchase order', approval.purchaseOrderNumber] as const] : []),
    ['Order total', formatMoney(approval.total)],
    ['Created by', approval.ownOrder ? 'You' : (approval.submittedByName ?? 'Unknown')],
    ...(submittedAt ? [['Submitted', formatDate(submittedAt, 'shortAtTime')] as const] : []),
  ];
}

/** The uploaded purchase order, which the link opens without signing in. */
function PurchaseOrder({ token, name }: { token: string; name: string | null }) {
  const { mutate, isPending, error } = useCallMutation(readPurchaseOrderByLink);
  if (name === null) return <Notice tone="warning" title="No purchase order was uploaded." />;
  return (
    <div className="mt-4 flex flex-col gap-2">
      <Button
        icon={FileDown}
        busy={isPending}
        className="self-start"
        onClick={() => mutate({ body: { token } }, { onSuccess: (file) => saveFile(file, name) })}
      >
        {`Open ${name}`}
      </Button>
      {error && <Notice tone="danger" title={errorText(error)} />}
    </div>
  );
}

/** The essentials of an order under approval; of its specimens only the count. */
function ApprovalFacts({ approval, token }: { approval: ApprovalByLink; token: string }) {
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
        <PurchaseOrder token={token} name={approval.purchaseOrderFile} />
      )}
      <p className="mt-4 text-ink-soft text-sm">
        Deciding as <strong className="text-ink">{deciderName}</strong>. The link works once, until{' '}
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

/** The submit button names the selected decision. */
function DecideButton() {
  const decision = useWatch<DecisionInput, 'decision'>({ name: 'decision' });
  return (
    <SubmitButton variant={isDangerous({ decision }) ? 'danger' : 'primary'} wide>
      {decisionLabel({ decision })}
    </SubmitButton>
  );
}

interface LinkDecisionFormProps {
  /** True when the approver entered the order. */
  own: boolean;
  /** True when the approver is a customer. */
  customer: boolean;
  onDecide(input: z.infer<typeof DecisionDraft>): Promise<unknown>;
}

/** Approves, returns or declines with one thumb; nothing is preselected, and a single press never decides. */
function LinkDecisionForm({ own, customer, onDecide }: LinkDecisionFormProps) {
  return (
    <Form schema={DecisionDraft} onSubmit={onDecide} className="mt-6 flex flex-col gap-4">
      <DecisionFields own={own} customer={customer} />
      <DecideButton />
    </Form>
  );
}

const codeOf = (error: unknown): string => (error instanceof AppError ? error.code : '');

/** Shows and decides an approval for an approver who is not signed in; the link alone authorizes. */
export function ApprovalLinkPage({
  token,
  invalidLinkPage,
}: {
  token: string;
  invalidLinkPage: React.ReactNode;
}) {
  const approvalQuery = useQuery({
    ...callQuery(readApprovalByLink, { body: { token } }),
    // Each attempt with a dead link is logged and counted.
    retry: false,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const decide = useCallMutation(decideByLink);
  const [decided, setDecided] = useState<Decision | null>(null);
  if (decided) return <DecisionDone decision={decided} number={approvalQuery.data?.orderNumber ?? ''} />;
  const errorCodes = [approvalQuery.error, decide.error].map(codeOf);
  if (errorCodes.includes('LINK_INVALID')) return invalidLinkPage;
  if (errorCodes.includes('ALREADY_DECIDED'))
    return (
      <EmptyState icon={CircleCheck} title="This has been decided already">
        There is nothing left for you to do.
      </EmptyState>
    );
  if (approvalQuery.isPending) return <Skeleton lines={8} label="Loading the approval" />;
  if (approvalQuery.isError)
    return (
      <Notice
        tone="danger"
        title={errorText(approvalQuery.error)}
        action={<Button onClick={() => void approvalQuery.refetch()}>Try again</Button>}
      />
    );
  return (
    <>
      <ApprovalFacts approval={approvalQuery.data} token={token} />
      <LinkDecisionForm
        own={approvalQuery.data.ownOrder}
        customer={approvalQuery.data.kind === 'COMPANY_MANAGER'}
        onDecide={(input) =>
          decide.mutateAsync(
            { body: { token, ...withoutEmptyNote(input) } },
            { onSuccess: () => setDecided(input.decision) },
          )
        }
      />
    </>
  );
}

const OUTCOMES: Record<Decision, string> = {
  APPROVED: 'The order goes to the lab after all approvals.',
  RETURNED: 'The customer received your reason and can correct the order.',
  DECLINED: 'The order is canceled. The customer received your reason.',
};

function DecisionDone({ decision, number }: { decision: Decision; number: string }) {
  return (
    <div role="status">
      <h1 tabIndex={-1} className="font-semibold text-2xl tracking-tight">
        {DECISION_TEXTS[decision].done}: <span className="code">{number}</span>
      </h1>
      <p className="mt-2 text-ink-soft">{OUTCOMES[decision]} You can close this page.</p>
    </div>
  );
}
