import { Link } from '@tanstack/react-router';
import { Check, CircleAlert, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { mayDiscardDraft } from '#db/ordering/drafts/draft-rights.ts';
import type { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import { stepsOf, type WizardStep } from '#db/ordering/drafts/submit-problems.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { type DraftOperations, useRole } from './use-order-draft.ts';
import { problemsAt, type Saved, STEP_TITLE } from './wizard-steps.ts';

interface StepMarksProps {
  draft: ShownDraft;
  step: WizardStep;
  /** Steps whose gaps are shown: those that the user has visited. */
  isVisited: (step: WizardStep) => boolean;
  onStep(step: WizardStep): void;
}

function Mark({ missing, isVisited }: { missing: number; isVisited: boolean }) {
  if (!isVisited) return null;
  return missing > 0 ? (
    <span data-tone="warning" className="text-tone-ink">
      <CircleAlert aria-hidden size={16} className="max-sm:size-3.5" />
    </span>
  ) : (
    <Check aria-hidden size={16} className="shrink-0 text-accent-ink max-sm:size-3.5" />
  );
}

/** The steps of an order: the current one, complete ones, and those with gaps. */
export function StepMarks({ draft, step, isVisited, onStep }: StepMarksProps) {
  const steps = stepsOf(draft.order);
  return (
    <nav aria-label="Steps of the order">
      <ol className="grid grid-cols-3 gap-x-1.5 gap-y-1 sm:auto-cols-fr sm:grid-flow-col sm:grid-cols-none">
        {steps.map((each, place) => {
          const missing = problemsAt(draft, each).length;
          const isHere = each === step;
          return (
            <li key={each} className="min-w-0">
              <button
                type="button"
                aria-current={isHere ? 'step' : undefined}
                onClick={() => onStep(each)}
                className="flex min-h-11 w-full min-w-0 flex-col justify-center gap-1.5 rounded-sm text-left"
              >
                <span
                  aria-hidden
                  className={`block h-1 w-full rounded-full ${isHere || (isVisited(each) && missing === 0) ? 'bg-accent' : 'bg-line-strong'}`}
                />
                <span
                  className={`flex max-w-full items-center gap-0.5 text-sm sm:gap-1 ${isHere ? 'font-semibold text-ink' : 'text-ink-soft'}`}
                >
                  <span className="truncate max-sm:tracking-tight">{`${place + 1}. ${STEP_TITLE[each].mark}`}</span>
                  <Mark missing={missing} isVisited={isVisited(each)} />
                  {isVisited(each) && (
                    <span className="sr-only">{missing > 0 ? `, ${missing} missing` : ', complete'}</span>
                  )}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

interface StepsProps {
  step: WizardStep;
  /** The step where this visit began: those before it count as visited. */
  start: WizardStep;
  operations: DraftOperations;
  /** True when specimens are typed: their rows stay on this device until they are valid. */
  typed: boolean;
  /** All steps of the order. */
  steps: readonly WizardStep[];
  onStep(step: WizardStep): void;
}

/** Navigates between steps: saves each before it is left, and shows gaps of visited steps. */
export function useSteps({ step, start, steps, typed, operations, onStep }: StepsProps) {
  const saver = useRef<(() => Promise<Saved>) | null>(null);
  const [busy, setBusy] = useState(false);
  const [visited, setVisited] = useState<ReadonlySet<WizardStep>>(
    () => new Set(steps.slice(0, steps.indexOf(start))),
  );
  // The review knows every gap, so all of them are shown.
  const [reviewed, setReviewed] = useState(false);
  if (step === 'review' && !reviewed) setReviewed(true);
  const isVisited = (each: WizardStep): boolean => reviewed || visited.has(each);
  const save = async (): Promise<Saved> => (await saver.current?.()) ?? true;

  const go = async (to: WizardStep): Promise<void> => {
    if (busy || to === step) return;
    setBusy(true);
    const saved = await save();
    setBusy(false);
    if (saved === 'stay') return;
    setVisited((before) => new Set([...before, step]));
    // The user can always go back from rows with faults.
    if (!saved && !(typed && step === 'specimens')) return;
    onStep(to);
    // The price may have changed meanwhile, or the service may be withdrawn.
    if (to === 'review') void operations.refresh().catch(() => undefined);
  };
  const submit = async (): Promise<void> => {
    setBusy(true);
    try {
      if ((await save()) === true) await operations.submit();
    } catch (error) {
      toast.error(errorText(error));
    }
    setBusy(false);
  };
  return { saver, busy, isVisited, go, submit };
}

/** Path of the user's list of orders. */
export type OrdersPath = '/orders' | '/lab/orders';

interface CanceledOrderProps {
  id: string;
  title: string;
  orders: OrdersPath;
}

/** Replaces the wizard of an order that was discarded or canceled. */
export const CanceledOrder = ({ id, title, orders }: CanceledOrderProps) => (
  <Page title={title} breadcrumbs={[{ label: 'New order', to: '/order/create' }]}>
    <Notice tone="warning" title="This order was discarded or canceled">
      <p>
        <Link to={`${orders}/$id`} params={{ id }} className="underline">
          See what became of it
        </Link>
        {' or '}
        <Link to="/order/create" className="underline">
          start a new order
        </Link>
        .
      </p>
    </Notice>
  </Page>
);

/** Discards a draft after a confirmation; nothing for those who may not. */
export function DiscardDraft({
  draft,
  operations,
  onDiscarded,
}: {
  draft: ShownDraft;
  operations: DraftOperations;
  onDiscarded(): void;
}) {
  const [asking, setAsking] = useState(false);
  const actor = { role: useRole(), userId: useSession().session?.user.id ?? '' };
  const discard = async (): Promise<void> => {
    try {
      await operations.discard();
      toast.success('Draft discarded');
      onDiscarded();
    } catch (error) {
      toast.error(errorText(error));
      setAsking(false);
    }
  };
  if (!mayDiscardDraft(actor, draft.order)) return null;
  return (
    <>
      <Button icon={Trash2} onClick={() => setAsking(true)}>
        Discard draft
      </Button>
      <ConfirmDialog
        open={asking}
        danger
        title="Discard draft?"
        confirmLabel="Discard draft"
        onConfirm={() => void discard()}
        onClose={() => setAsking(false)}
      >
        <p>The order and its specimens are deleted for all of your organization.</p>
      </ConfirmDialog>
    </>
  );
}
