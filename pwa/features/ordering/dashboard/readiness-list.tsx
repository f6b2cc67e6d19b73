import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react';
import { may } from '#db/access/grants.ts';
import { readReadiness, requestInvoicing } from '#db/api/ordering/drafts.ts';
import type { Readiness } from '#db/organizations/invoicing.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCall, useCallMutation } from '#pwa/api/use-call.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { Button } from '#pwa/ui/button.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Section } from '#pwa/ui/page.tsx';

type StepState = 'done' | 'waiting' | 'missing';

interface ReadinessStep {
  key: 'email' | 'organization' | 'invoicing';
  state: StepState;
  title: string;
  detail: string;
}

const ORGANIZATION: Record<
  Readiness['verificationStatus'],
  Pick<ReadinessStep, 'state' | 'title' | 'detail'>
> = {
  NOT_APPLICABLE: { state: 'done', title: 'Organization verified', detail: '' },
  APPROVED: { state: 'done', title: 'Organization verified', detail: '' },
  PENDING: {
    state: 'waiting',
    title: 'Organization is being verified',
    detail: 'You can prepare an order and submit it later.',
  },
  REJECTED: {
    state: 'missing',
    title: 'Organization was not verified',
    detail: 'Correct it in the settings and submit it again.',
  },
};

function invoicingStep({ invoicing, declinedReason }: Readiness): ReadinessStep {
  const key = 'invoicing';
  if (invoicing === 'ALLOWED') return { key, state: 'done', title: 'Purchase orders accepted', detail: '' };
  if (invoicing === 'REQUESTED')
    return { key, state: 'waiting', title: 'Invoicing requested', detail: 'Billing answers here.' };
  const detail =
    invoicing === 'DECLINED' ? `Declined: ${declinedReason ?? ''}` : 'Or pay each order by card.';
  return { key, state: 'missing', title: 'Purchase orders not accepted yet', detail };
}

/** Return the steps before the first order, each done, waiting or missing. */
function readinessSteps(readiness: Readiness): readonly ReadinessStep[] {
  const { emailVerified, verificationStatus, isOnHold } = readiness;
  return [
    emailVerified
      ? { key: 'email', state: 'done', title: 'Email verified', detail: '' }
      : {
          key: 'email',
          state: 'missing',
          title: 'Email not verified',
          detail: 'Open the link in our email.',
        },
    isOnHold
      ? { key: 'organization', state: 'missing', title: 'Account is on hold', detail: 'Contact support.' }
      : { key: 'organization', ...ORGANIZATION[verificationStatus] },
    invoicingStep(readiness),
  ];
}

const ICONS = { done: CircleCheck, waiting: CircleDashed, missing: CircleAlert };
const TONES: Record<StepState, string> = { done: 'success', waiting: 'progress', missing: 'warning' };
const STATE_NAMES: Record<StepState, string> = { done: 'Done', waiting: 'Waiting', missing: 'Missing' };

/** Read what the organization needs before it can order. */
export function useReadiness(isShown = true) {
  const role = useSession().session?.user.role ?? 'COMPANY_USER';
  const mayOrder = may(role, 'create-order:create');
  return useCall(readReadiness, {}, { enabled: isShown && mayOrder, staleTime: 0 });
}

/**
 * What a new organization needs before it can order; nothing once all of it is there. The page reads it, so that
 * it shows the list together with what is below.
 */
export function ReadinessList({ readiness }: { readiness: Readiness | undefined }) {
  const request = useCallMutation(requestInvoicing, {
    onSuccess: () => toast.success('Billing got your request'),
  });
  if (!readiness) return null;
  const steps = readinessSteps(readiness);
  if (steps.every(({ state }) => state === 'done')) return null;
  const mayRequest = readiness.invoicing === 'NOT_REQUESTED' || readiness.invoicing === 'DECLINED';
  return (
    <Section title="Before you order">
      <ul className="divide-y divide-line">
        {steps.map(({ key, state, title, detail }) => {
          const Icon = ICONS[state];
          return (
            <li key={key} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2">
              <span data-tone={TONES[state]} className="text-tone">
                <Icon size={20} aria-label={STATE_NAMES[state]} />
              </span>
              <span className="min-w-0 flex-1 basis-48">
                <span className="block font-medium">{title}</span>
                {detail && <span className="block wrap-anywhere text-ink-soft text-sm">{detail}</span>}
              </span>
              {key === 'invoicing' && mayRequest && (
                <Button
                  busy={request.isPending}
                  onClick={() =>
                    request.mutate({ body: {} }, { onError: (error) => void toast.error(errorText(error)) })
                  }
                >
                  Ask for invoicing
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
