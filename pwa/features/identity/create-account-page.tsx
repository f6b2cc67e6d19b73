import { ArrowLeft, ArrowRight, UserRoundPlus } from 'lucide-react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ACCOUNT_STEPS } from './account-steps.ts';
import { AddressesStep } from './addresses-step.tsx';
import { BillingStep } from './billing-step.tsx';
import { CardHead } from './card-head.tsx';
import { CardFoot, CardLink } from './card-link.tsx';
import { CompanyStep } from './company-step.tsx';
import { useLinkFragment } from './link-fragment.ts';
import { StepMarks } from './step-marks.tsx';
import { SubmitProblem } from './submit-problem.tsx';
import { useAccountForm } from './use-account-form.ts';
import { YouStep } from './you-step.tsx';

interface CreateAccountPageProps {
  entity: BusinessEntity;
  signInHref: string;
  onCreated(account: { email: string; byGoogle: boolean }): void;
}

const LAST = ACCOUNT_STEPS.length - 1;

/**
 * Creates a user and their organization in four steps. Members of an existing organization join by
 * invitation.
 */
export function CreateAccountPage({ entity, signInHref, onCreated }: CreateAccountPageProps) {
  const { form, step, problem, goTo, goOn } = useAccountForm(useLinkFragment(), onCreated);
  const [busy, setBusy] = useState(false);
  const card = useRef<HTMLFormElement>(null);
  useFocusOfStep(card, step);
  // Reading the errors subscribes this page to their changes.
  const wrong = useFocusOfError(card, Object.keys(form.formState.errors).length > 0);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    wrong.current = true;
    setBusy(true);
    await goOn();
    setBusy(false);
  };
  const { title, lead } = ACCOUNT_STEPS[step] ?? ACCOUNT_STEPS[0];
  return (
    <>
      <CardHead title="Create an account">
        For a new organization. Your colleagues have an account already? Ask them to invite you.
      </CardHead>
      <StepMarks step={step} />
      <FormProvider {...form}>
        <form
          ref={card}
          noValidate
          onSubmit={(event) => void submit(event)}
          onInput={() => {
            wrong.current = false;
          }}
          className="flex flex-col gap-5"
        >
          <div>
            <h2 tabIndex={-1} className="font-semibold text-lg outline-none">
              {title}
            </h2>
            <p className="text-ink-soft">{lead}</p>
          </div>
          <SubmitProblem problem={problem} />
          {step === 0 && <YouStep />}
          {step === 1 && <CompanyStep entity={entity} />}
          {step === 2 && <AddressesStep />}
          {step === LAST && <BillingStep onEdit={goTo} />}
          <div className="mt-2 flex flex-col-reverse gap-3 sm:flex-row sm:justify-between">
            {step > 0 ? (
              <Button icon={ArrowLeft} onClick={() => goTo(step - 1)}>
                Back
              </Button>
            ) : (
              <span />
            )}
            <Button
              type="submit"
              variant="primary"
              busy={busy}
              icon={step === LAST ? UserRoundPlus : ArrowRight}
            >
              {step === LAST ? 'Create account' : 'Continue'}
            </Button>
          </div>
        </form>
      </FormProvider>
      <CardFoot>
        Have an account? <CardLink href={signInHref}>Sign in</CardLink>
      </CardFoot>
    </>
  );
}

/** Focuses the heading of a new step, for screen readers too. */
function useFocusOfStep(card: React.RefObject<HTMLFormElement | null>, step: number): void {
  const shownStep = useRef(step);
  useEffect(() => {
    if (shownStep.current === step) return;
    shownStep.current = step;
    card.current?.querySelector('h2')?.focus();
    window.scrollTo({ top: 0 });
  }, [card, step]);
}

/** After the button, focus moves to the first invalid field, which the server may report later. */
function useFocusOfError(card: React.RefObject<HTMLFormElement | null>, anyWrong: boolean) {
  const shouldFocusError = useRef(false);
  // Runs at every render: the error object has the same identity before and after.
  useEffect(() => {
    if (!shouldFocusError.current || !anyWrong) return;
    const first = card.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]');
    if (!first) return;
    shouldFocusError.current = false;
    first.focus();
  });
  return shouldFocusError;
}
