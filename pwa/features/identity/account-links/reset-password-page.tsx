import { KeyRound, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { resetPassword, sendPasswordLink } from '#db/api/identity/accounts.ts';
import { NewPassword } from '#db/identity/account-forms.ts';
import { call } from '#pwa/api/call.ts';
import { SubmitProblem } from '#pwa/features/identity/account-fields.tsx';
import { CardButtonLink, CardFoot, CardHead, CardLink } from '#pwa/features/identity/auth-card.tsx';
import { NewPasswordField } from '#pwa/features/identity/new-password-field.tsx';
import { Form, SubmitButton } from '#pwa/ui/form/form.tsx';
import { useAttempt } from '#pwa/ui/use-attempt.ts';
import { DeadLink, tokenOf, useLinkFragment } from './account-link.tsx';
import { AskAddressForm } from './ask-address-form.tsx';

const ResetForm = z.object({ password: NewPassword });

interface ResetPasswordPageProps {
  /** The query of the sign-in page, with the return path. */
  signInSearch: { callbackUrl?: string };
  /** Called when every session of this user has ended. */
  onReset(): Promise<void>;
}

/** Without a link: requests one. With a link: sets the new password. */
export function ResetPasswordPage({ signInSearch, onReset }: ResetPasswordPageProps) {
  const fragment = useLinkFragment();
  const token = tokenOf(fragment);
  const { problem, attempt } = useAttempt();
  const [usedUp, setUsedUp] = useState<string | null>(null);
  if (usedUp !== null && (token === usedUp || token === null))
    return <PasswordSet signInSearch={signInSearch} />;
  if (fragment.has('token') && (token === null || problem?.code === 'LINK_INVALID')) {
    return (
      <DeadLink complete={token !== null}>
        <AskAddressForm button="Send a new link" sends={sendPasswordLink} />
      </DeadLink>
    );
  }
  if (token === null) return <ForgotPassword signInSearch={signInSearch} />;
  const submit = ({ password }: z.infer<typeof ResetForm>) =>
    attempt(async () => {
      await call(resetPassword, { body: { token, password } });
      await onReset();
      setUsedUp(token);
    });
  return (
    <>
      <CardHead icon={KeyRound} tone="info" title="Set a new password">
        A new password signs you out everywhere else.
      </CardHead>
      <Form schema={ResetForm} defaults={{ password: '' }} onSubmit={submit} enterSubmits>
        <SubmitProblem problem={problem} />
        <NewPasswordField name="password" label="New password" />
        <SubmitButton icon={KeyRound} wide>
          Set password
        </SubmitButton>
      </Form>
    </>
  );
}

function ForgotPassword({ signInSearch }: { signInSearch: { callbackUrl?: string } }) {
  return (
    <>
      <CardHead icon={KeyRound} tone="info" title="Forgot your password?">
        We send you a link to set a new one. It works for 60 minutes.
      </CardHead>
      <AskAddressForm button="Send the link" sends={sendPasswordLink} />
      <CardFoot>
        <CardLink to="/sign-in" search={signInSearch}>
          Back to sign-in
        </CardLink>
      </CardFoot>
    </>
  );
}

function PasswordSet({ signInSearch }: { signInSearch: { callbackUrl?: string } }) {
  return (
    <>
      <CardHead icon={ShieldCheck} tone="success" title="Your password is set">
        Every other session was signed out. Sign in with the new password.
      </CardHead>
      <CardButtonLink to="/sign-in" search={signInSearch} primary>
        Sign in
      </CardButtonLink>
    </>
  );
}
