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
import { DECISION_WORDS, type Decision } from './decision-words.ts';
import { LinkDecisionForm } from './link-decision-form.tsx';

const codeOf = (error: unknown): string => (error instanceof AppError ? error.code : '');

interface Sent {
  decision: Decision;
  reason: string | null;
}

function useApproval(token: string) {
  const asked = useQuery({
    queryKey: ['approval-by-link', token],
    queryFn: () =>
      callApi({ path: '/api/auth/approval', method: 'POST', data: { token }, answer: ApprovalByLink }),
    retry: false,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const decide = useMutation({
    networkMode: 'always',
    mutationFn: (sent: Sent) =>
      callApi({
        path: '/api/auth/approval/decide',
        method: 'POST',
        data: { token, ...sent },
        answer: z.looseObject({}),
      }),
  });
  return { asked, decide };
}

/** What an approval is about, and its decision, for an approver who is not at the desk; the link alone opens it. */
export function ApprovalLinkPage({ token, dead }: { token: string; dead: React.ReactNode }) {
  const { asked, decide } = useApproval(token);
  const [decided, setDecided] = useState<Decision | null>(null);
  if (decided) return <Done decision={decided} number={asked.data?.orderNumber ?? ''} />;
  const ended = [asked.error, decide.error].map(codeOf);
  if (ended.includes('LINK_INVALID')) return dead;
  if (ended.includes('ALREADY_DECIDED'))
    return (
      <EmptyState icon={CircleCheck} title="This has been decided already">
        There is nothing left for you to do.
      </EmptyState>
    );
  if (asked.isPending) return <Skeleton lines={8} label="Loading what you are asked" />;
  if (asked.isError)
    return (
      <Notice
        tone="danger"
        title={errorText(asked.error)}
        action={<Button onClick={() => void asked.refetch()}>Try again</Button>}
      />
    );
  return (
    <>
      <ApprovalFacts approval={asked.data} />
      <LinkDecisionForm
        own={asked.data.ownOrder}
        busy={decide.isPending}
        problem={decide.error ? errorText(decide.error) : null}
        onDecide={(sent) => decide.mutate(sent, { onSuccess: () => setDecided(sent.decision) })}
      />
    </>
  );
}

const BECOMES: Record<Decision, string> = {
  APPROVED: 'The order goes on to the lab once nothing else waits for an approval.',
  RETURNED: 'Its people were told your reason and can correct the order.',
  DECLINED: 'The order is canceled. Its people were told your reason.',
};

function Done({ decision, number }: { decision: Decision; number: string }) {
  return (
    <div role="status">
      <h1 tabIndex={-1} className="font-semibold text-2xl tracking-tight">
        {DECISION_WORDS[decision].done}: <span className="code">{number}</span>
      </h1>
      <p className="mt-2 text-ink-soft">{BECOMES[decision]} You can close this page.</p>
    </div>
  );
}
