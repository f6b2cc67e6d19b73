import { LogIn, Mail } from 'lucide-react';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { z } from 'zod';
import type { AppError } from '#db/errors/app-error.ts';
import { EmailAddress } from '#db/values/email-address.ts';
import { PasswordInput, readLastAddress, rememberAddress } from '#pwa/features/identity/account-fields.tsx';
import { CardFoot, CardHead, CardLink } from '#pwa/features/identity/auth-card.tsx';
import { GoogleLink, useIsGoogleOffered } from '#pwa/features/identity/google-link.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Form, SubmitButton } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { useAttempt } from '#pwa/ui/use-attempt.ts';
import { returnSearch } from './return-path.ts';
import { askForSignInLink, signInProblem, signInWithPassword, toneOfSignIn } from './sign-in-client.ts';

const SignIn = z.object({
  email: EmailAddress,
  password: z.string().min(1, 'Enter your password.'),
});

interface SignInPageProps {
  /** A code that a guard or the server put into the address, for example SessionRequired. */
  errorCode?: string | undefined;
  /** The page to open afterwards. */
  next: string;
  /** Opens the requested page. */
  onSignedIn(): Promise<void> | void;
  /** Opens another page of the app. */
  onGo(path: string): void;
}

/** Sign-in by password, email link or Google, inside the card of the authentication layout. */
export function SignInPage({ errorCode, next, onSignedIn, onGo }: SignInPageProps) {
  const google = useIsGoogleOffered();
  const { problem, attempt } = useAttempt();
  const [tried, setTried] = useState(false);
  const submit = (values: z.infer<typeof SignIn>) =>
    attempt(async () => {
      setTried(true);
      rememberAddress(values.email);
      await signInWithPassword(values.email, values.password);
      await onSignedIn();
    });
  const sendLink = (email: string) =>
    attempt(async () => {
      setTried(true);
      rememberAddress(email);
      onGo(await askForSignInLink(email, next));
    });
  return (
    <>
      <CardHead title="Sign in" />
      <Form
        schema={SignIn}
        defaults={{ email: readLastAddress(), password: '' }}
        onSubmit={submit}
        enterSubmits
      >
        <SignInNotice problem={problem} errorCode={tried ? undefined : errorCode} />
        <FormField name="email" label="Email" required empty="">
          {(control) => <TextInput {...control} type="email" autoComplete="username" inputMode="email" />}
        </FormField>
        <div>
          <FormField name="password" label="Password" required empty="">
            {(control) => <PasswordInput {...control} autoComplete="current-password" />}
          </FormField>
          <p className="mt-2 text-right text-sm">
            <CardLink to="/reset-password" search={returnSearch(next)}>
              Forgot password?
            </CardLink>
          </p>
        </div>
        <SubmitButton icon={LogIn} wide>
          Sign in
        </SubmitButton>
        <p className="flex items-center gap-3 text-ink-soft text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          or
        </p>
        <div className="flex flex-col gap-3">
          <LinkButton onSend={sendLink} />
          {google && <GoogleLink route={next} label="Sign in with Google" />}
        </div>
      </Form>
      <CardFoot>
        New here?{' '}
        <CardLink to="/create-account" search={returnSearch(next)}>
          Create an account
        </CardLink>
      </CardFoot>
    </>
  );
}

function SignInNotice({ problem, errorCode }: { problem: AppError | null; errorCode: string | undefined }) {
  if (problem) return <Notice tone="danger" title={problem.message} />;
  if (!errorCode) return null;
  const { title, text } = signInProblem(errorCode);
  return (
    <Notice tone={toneOfSignIn(errorCode)} title={title}>
      <p>{text}</p>
    </Notice>
  );
}

/** Requests a link for the address of the form; the password may stay empty. */
function LinkButton({ onSend }: { onSend(email: string): Promise<void> }) {
  const { trigger, getValues, clearErrors } = useFormContext<z.infer<typeof SignIn>>();
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    clearErrors('password');
    if (!(await trigger('email'))) return;
    setBusy(true);
    await onSend(EmailAddress.parse(getValues('email')));
    setBusy(false);
  };
  return (
    <Button wide icon={Mail} busy={busy} onClick={() => void send()}>
      Email me a link instead
    </Button>
  );
}
