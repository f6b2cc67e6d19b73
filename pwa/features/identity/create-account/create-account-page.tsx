import { ArrowLeft, ArrowRight, Check, UserRoundPlus } from 'lucide-react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { FormProvider, useFormContext, useWatch } from 'react-hook-form';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { SubmitProblem } from '#pwa/features/identity/account-fields.tsx';
import { useLinkFragment } from '#pwa/features/identity/account-links/account-link.tsx';
import { CardFoot, CardHead, CardLink } from '#pwa/features/identity/auth-card.tsx';
import { GoogleLink, useIsGoogleOffered } from '#pwa/features/identity/google-link.tsx';
import { NewPasswordField } from '#pwa/features/identity/new-password-field.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { CountryPhoneInput } from '#pwa/ui/form/country-phone-input.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { ACCOUNT_STEPS, type AccountEntries } from './account-form.ts';
import { AddressesStep, BillingStep, CompanyStep } from './company-steps.tsx';
import { useAccountForm } from './use-account-form.ts';

/** The current step among all; earlier ones are done. */
function StepMarks({ step }: { step: number }) {
  return (
    <ol className="mb-6 grid grid-cols-4 gap-2" aria-label="Steps">
      {ACCOUNT_STEPS.map(({ mark }, place) => (
        <li key={mark} aria-current={place === step ? 'step' : undefined} className="min-w-0">
          <span
            aria-hidden
            className={`mb-1.5 block h-1 rounded-full ${place <= step ? 'bg-accent' : 'bg-sunken'}`}
          />
          <span
            className={`flex items-center gap-1 text-xs sm:text-sm ${place === step ? 'font-semibold text-ink' : 'text-ink-soft'}`}
          >
            {place < step && <Check aria-hidden size={14} className="shrink-0 max-sm:hidden" />}
            <span className="truncate">{mark}</span>
            {place < step && <span className="sr-only">, done</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** Name, address, phone and password, or the Google identity. */
function YouStep() {
  const isGoogleOffered = useIsGoogleOffered();
  const { control } = useFormContext<AccountEntries>();
  const [google, email, firstName, lastName] = useWatch({
    control,
    name: ['google', 'email', 'firstName', 'lastName'],
  });
  const proven = google !== null;
  return (
    <div className="flex flex-col gap-4">
      {proven && (
        <Notice tone="success" title={`Google confirmed ${email}`}>
          <p>No password needed. Check your name and continue.</p>
        </Notice>
      )}
      {!proven && isGoogleOffered && (
        <>
          <GoogleLink route="/create-account" label="Sign up with Google" />
          <p className="flex items-center gap-3 text-ink-soft text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
            or with a password
          </p>
        </>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField name="firstName" label="First name" required empty="">
          {(field) => <TextInput {...field} autoComplete="given-name" />}
        </FormField>
        <FormField name="lastName" label="Last name" required empty="">
          {(field) => <TextInput {...field} autoComplete="family-name" />}
        </FormField>
        <FormField name="email" label="Email" required empty="">
          {(field) => (
            <TextInput {...field} type="email" inputMode="email" autoComplete="username" disabled={proven} />
          )}
        </FormField>
        <FormField name="phone" label="Phone" empty="">
          {(field) => <CountryPhoneInput {...field} autoComplete="tel" />}
        </FormField>
      </div>
      {!proven && (
        <NewPasswordField name="password" owner={[firstName, lastName, email.split('@')[0] ?? '']} />
      )}
    </div>
  );
}

interface CreateAccountPageProps {
  entity: BusinessEntity;
  signInSearch: { callbackUrl?: string };
  onCreated(account: { email: string; byGoogle: boolean }): void;
}

const LAST = ACCOUNT_STEPS.length - 1;

/**
 * Creates a user and their organization in four steps. Members of an existing organization join by
 * invitation.
 */
export function CreateAccountPage({ entity, signInSearch, onCreated }: CreateAccountPageProps) {
  const { form, step, problem, goTo, goOn } = useAccountForm(useLinkFragment(), onCreated);
  const [busy, setBusy] = useState(false);
  const card = useRef<HTMLFormElement>(null);
  useFocusOfStep(card, step);
  // Reading the errors subscribes this page to their changes.
  const wrong = useFocusOfError(card, Object.keys(form.formState.errors).length > 0);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    // oxlint-disable-next-line react/immutability -- a ref, set in an event
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
            // oxlint-disable-next-line react/immutability -- a ref, set in an event
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
        Have an account?{' '}
        <CardLink to="/sign-in" search={signInSearch}>
          Sign in
        </CardLink>
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
