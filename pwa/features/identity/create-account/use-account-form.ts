import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { createAccount } from '#db/api/identity/accounts.ts';
import type { AppError } from '#db/errors/app-error.ts';
import type { CreateAccount } from '#db/identity/account-forms.ts';
import { call } from '#pwa/api/call.ts';
import { rememberAddress } from '#pwa/features/identity/account-fields.tsx';
import { problemOf } from '#pwa/ui/use-attempt.ts';
import {
  ACCOUNT_STEPS,
  type AccountEntries,
  AccountForm,
  clearDraft,
  readDraft,
  saveDraft,
  stepOf,
  wordedErrors,
} from './account-form.ts';

const LAST = ACCOUNT_STEPS.length - 1;
const BILLING_EMAILS = 'company.billingEmails';

/** The Google identity from the fragment of the address. */
function fromGoogle(fragment: URLSearchParams): Partial<AccountEntries> {
  const google = fragment.get('google');
  const of = (name: string): string => fragment.get(name) ?? '';
  if (!google) return {};
  return {
    google,
    password: null,
    email: of('email'),
    firstName: of('firstName'),
    lastName: of('lastName'),
  };
}

interface AccountFormState {
  form: UseFormReturn<AccountEntries, unknown, CreateAccount>;
  step: number;
  problem: AppError | null;
  goTo(step: number): void;
  /** Go to the next step when this one is valid; the last one creates the account. */
  goOn(): Promise<void>;
}

/** The password is not stored, so a returning user starts at its step. */
const startOf = (fragment: URLSearchParams): AccountEntries => ({
  ...readDraft(),
  password: '',
  google: null,
  ...fromGoogle(fragment),
});

/** The form of a new account: steps, draft, and the server's errors. */
export function useAccountForm(
  fragment: URLSearchParams,
  onCreated: (account: { email: string; byGoogle: boolean }) => void,
): AccountFormState {
  const [start] = useState(() => startOf(fragment));
  const [step, setStep] = useState(0);
  const [problem, setProblem] = useState<AppError | null>(null);
  const form = useForm<AccountEntries, unknown, CreateAccount>({
    resolver: zodResolver(AccountForm, wordedErrors),
    defaultValues: start,
  });
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values, name }) => {
          saveDraft(values);
          // Server errors are cleared at the next key press.
          const field = ACCOUNT_STEPS[step]?.fields.find(
            (each) => name === each || name?.startsWith(`${each}.`),
          );
          if (field && form.getFieldState(field).invalid) void form.trigger(field);
        },
      }),
    [form, step],
  );
  const send = form.handleSubmit(
    async (account) => {
      try {
        await call(createAccount, { body: account });
        clearDraft();
        rememberAddress(account.email);
        onCreated({ email: account.email, byGoogle: account.google !== null });
      } catch (error) {
        const submitProblem = problemOf(error);
        setProblem(submitProblem);
        if (submitProblem.issues[0]) setStep(stepOf(submitProblem.issues[0].path));
      }
    },
    (errors) => {
      const wrong = ACCOUNT_STEPS.findIndex(({ fields }) =>
        fields.some((field) => form.getFieldState(field, { ...form.formState, errors }).invalid),
      );
      if (wrong >= 0) setStep(wrong);
    },
  );
  const goOn = async (): Promise<void> => {
    setProblem(null);
    if (step === LAST) return send();
    if (!(await form.trigger(ACCOUNT_STEPS[step]?.fields))) return;
    const { email, company } = form.getValues();
    if (step + 1 === LAST && company.billingEmails.length === 0) form.setValue(BILLING_EMAILS, [email]);
    setStep(step + 1);
  };
  return { form, step, problem, goTo: setStep, goOn };
}
