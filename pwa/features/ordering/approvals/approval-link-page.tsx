import { useMutation, useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { ApprovalByLink } from '#db/ordering/approval-by-link.ts';
import { callApi } from '#pwa/api/client.ts';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { errorText } from '../error-text.ts';
import { ApprovalFacts } from './approval-facts.tsx';
import { DECISION_TEXTS, type Decision } from './decision-texts.ts';
import { LinkDecisionForm } from './link-decision-form.tsx';

const codeOf = (error: unknown): string => (error instanceof AppError ? error.code : '');

interface DecisionInput {
  decision: Decision;
  reason: string | null;
}

function useApproval(token: string) {
  const approvalQuery = useQuery({
    queryKey: ['approval-by-link', token],
    queryFn: () =>
      callApi({ path: '/api/auth/approval', method: 'POST', data: { token }, answer: ApprovalByLink }),
    retry: false,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const decide = useMutation({
    networkMode: 'always',
    mutationFn: (input: DecisionInput) =>
      callApi({
        path: '/api/auth/approval/decide',
        method: 'POST',
        data: { token, ...input },
        answer: z.looseObject({}),
      }),
  });
  return { approvalQuery, decide };
}

/** Shows and decides an approval for an approver who is not signed in; the link alone authorizes. */
export function ApprovalLinkPage({
  token,
  invalidLinkPage,
}: {
  token: string;
  invalidLinkPage: React.ReactNode;
}) {
  const { approvalQuery, decide } = useApproval(token);
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
  if (approvalQuery.isPending) return <Skeleton lines={8} label="Loading what you are asked" />;
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
      <ApprovalFacts approval={approvalQuery.data} />
      <LinkDecisionForm
        own={approvalQuery.data.ownOrder}
        busy={decide.isPending}
        problem={decide.error ? errorText(decide.error) : null}
        onDecide={(input) => decide.mutate(input, { onSuccess: () => setDecided(input.decision) })}
      />
    </>
  );
}

const OUTCOMES: Record<Decision, string> = {
  APPROVED: 'The order goes on to the lab once nothing else waits for an approval.',
  RETURNED: 'Its people were told your reason and can correct the order.',
  DECLINED: 'The order is canceled. Its people were told your reason.',
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
