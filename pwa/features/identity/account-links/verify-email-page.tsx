import { BadgeCheck, MailOpen } from 'lucide-react';
import { useState } from 'react';
import { resendVerification, verifyEmail } from '#db/api/identity/accounts.ts';
import { call } from '#pwa/api/call.ts';
import { CardButtonLink, CardFoot, CardHead, CardLink } from '#pwa/features/identity/auth-card.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { useAttempt } from '#pwa/ui/use-attempt.ts';
import { DeadLink, tokenOf, useLinkFragment } from './account-link.tsx';
import { AskAddressForm } from './ask-address-form.tsx';

interface VerifyEmailPageProps {
  signedIn: boolean;
}

/** Verifies an email address by its link; only the button uses the link up. */
export function VerifyEmailPage({ signedIn }: VerifyEmailPageProps) {
  const token = tokenOf(useLinkFragment());
  const { problem, busy, attempt } = useAttempt();
  // The link that was confirmed; opening another one starts over.
  const [confirmed, setConfirmed] = useState<string | null>(null);
  if (confirmed !== null && (token === confirmed || token === null)) return <Confirmed signedIn={signedIn} />;
  if (token === null || problem?.code === 'LINK_INVALID') {
    return (
      <DeadLink complete={token !== null}>
        <p className="mb-4">
          Confirmed it already? Then <CardLink to="/sign-in">sign in</CardLink>. Otherwise we send you a new
          link.
        </p>
        <AskAddressForm button="Send a new link" sends={resendVerification} />
      </DeadLink>
    );
  }
  const confirm = () =>
    attempt(async () => {
      await call(verifyEmail, { body: { token } });
      setConfirmed(token);
    });
  return (
    <>
      <CardHead icon={MailOpen} tone="info" title="Confirm your address">
        Press the button to confirm that this email address is yours.
      </CardHead>
      <div className="flex flex-col gap-4">
        {problem && <Notice tone="danger" title={problem.message} />}
        <Button variant="primary" wide icon={BadgeCheck} busy={busy} onClick={() => void confirm()}>
          Confirm
        </Button>
      </div>
      <CardFoot>You did not create an account? Close this page, and nothing happens.</CardFoot>
    </>
  );
}

function Confirmed({ signedIn }: { signedIn: boolean }) {
  return (
    <>
      <CardHead icon={BadgeCheck} tone="success" title="Your address is confirmed">
        {signedIn ? 'Thank you. There is nothing else to do.' : 'Thank you. Sign in, and you can start.'}
      </CardHead>
      <CardButtonLink to={signedIn ? '/' : '/sign-in'} primary>
        {signedIn ? 'Go to the dashboard' : 'Sign in'}
      </CardButtonLink>
    </>
  );
}
