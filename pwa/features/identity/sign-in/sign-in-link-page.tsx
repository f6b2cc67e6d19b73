import { LogIn, MailCheck } from 'lucide-react';
import { readLastAddress } from '#pwa/features/identity/account-fields.tsx';
import { DeadLink, tokenOf, useLinkFragment } from '#pwa/features/identity/account-links/account-link.tsx';
import { CardButtonLink, CardFoot, CardHead, CardLink } from '#pwa/features/identity/auth-card.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { useAttempt } from '#pwa/ui/use-attempt.ts';
import { signInWithLink } from './sign-in-client.ts';

interface SignInLinkPageProps {
  /** True when the link was just requested. */
  isSent: boolean;
  /** The email address that is signed in on this device, if any. */
  signedInAs: string | null;
  /** Opens the page that the link leads to. */
  onSignedIn(next: string | null): Promise<void>;
}

/** The page of a sign-in link; needs a press, because mail scanners open links. */
export function SignInLinkPage({ isSent, signedInAs, onSignedIn }: SignInLinkPageProps) {
  const fragment = useLinkFragment();
  const token = tokenOf(fragment);
  const { problem, busy, attempt } = useAttempt();
  if (token === null && isSent) return <LinkSent />;
  if (token === null || problem?.code === 'LINK_INVALID') {
    return (
      <DeadLink complete={token !== null}>
        <CardButtonLink to="/sign-in" primary>
          Ask for a new link
        </CardButtonLink>
      </DeadLink>
    );
  }
  const go = () =>
    attempt(async () => {
      await signInWithLink(token);
      await onSignedIn(fragment.get('next'));
    });
  return (
    <>
      <CardHead icon={LogIn} tone="info" title="Sign in with your link">
        Press the button to sign in. The link works once.
      </CardHead>
      <div className="flex flex-col gap-4">
        {problem && <Notice tone="danger" title={problem.message} />}
        {signedInAs && (
          <Notice tone="info" title={`${signedInAs} is signed in on this device`}>
            <p>The link signs in whoever it was sent to instead.</p>
          </Notice>
        )}
        <Button variant="primary" wide icon={LogIn} busy={busy} onClick={() => void go()}>
          Sign in
        </Button>
      </div>
    </>
  );
}

function LinkSent() {
  const address = readLastAddress();
  return (
    <>
      <CardHead icon={MailCheck} tone="success" title="Check your mail">
        If <strong className="text-ink">{address || 'the address'}</strong> belongs to an account, a sign-in
        link is on its way. It works once, for 15 minutes.
      </CardHead>
      <p className="text-ink-soft">
        Open it on the device where you want to work. Nothing there after a few minutes? Look into the spam
        folder.
      </p>
      <CardFoot>
        <CardLink to="/sign-in">Back to sign-in</CardLink>
      </CardFoot>
    </>
  );
}
