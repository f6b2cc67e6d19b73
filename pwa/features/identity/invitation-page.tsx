import { UserRoundPlus } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { AppError } from '#db/errors/app-error.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { problemOf } from '#pwa/ui/use-attempt.ts';
import { type Invitation, readInvitation } from './account-client.ts';
import { CardHead } from './card-head.tsx';
import { CardButtonLink } from './card-link.tsx';
import { DeadLink } from './dead-link.tsx';
import { InvitationFacts } from './invitation-facts.tsx';
import { JoinWithAccount } from './join-with-account.tsx';
import { rememberAddress } from './last-address.ts';
import { tokenOf, useLinkFragment } from './link-fragment.ts';
import { NewMemberForm } from './new-member-form.tsx';

interface InvitationPageProps {
  /** The email address that is signed in on this device, if any. */
  signedInAs: string | null;
  signOut(): void;
  /** Called when the organizations of the session have changed. */
  onJoined(): Promise<void>;
}

type Read = { invitation: Invitation } | { problem: AppError } | null;

/** Read an invitation at once; reading does not use it up. */
function useInvitation(token: string | null): { read: Read; retry(): void } {
  const [read, setRead] = useState<Read>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` reads once more
  useEffect(() => {
    if (token === null) return;
    let open = true;
    setRead(null);
    readInvitation(token).then(
      (invitation) => open && setRead({ invitation }),
      (error: unknown) => open && setRead({ problem: problemOf(error) }),
    );
    return () => {
      open = false;
    };
  }, [token, attempt]);
  return { read, retry: () => setAttempt(attempt + 1) };
}

/** Joins an organization: new users enter names and a password, existing ones only accept. */
export function InvitationPage({ signedInAs, signOut, onJoined }: InvitationPageProps) {
  const token = tokenOf(useLinkFragment());
  const { read, retry } = useInvitation(token);
  const [joined, setJoined] = useState<string | null>(null);
  if (token === null) return <InvalidInvitation complete={false} />;
  if (read === null) return <Skeleton label="Reading the invitation" lines={5} />;
  if ('problem' in read) {
    if (read.problem.code === 'LINK_INVALID') return <InvalidInvitation complete />;
    return (
      <>
        <CardHead title="The invitation could not be read" />
        <Notice
          tone="danger"
          title={read.problem.message}
          action={<Button onClick={retry}>Try again</Button>}
        />
      </>
    );
  }
  const { invitation } = read;
  if (joined === token) return <Joined invitation={invitation} signedInAs={signedInAs} />;
  const done = async (): Promise<void> => {
    rememberAddress(invitation.email);
    await onJoined();
    setJoined(token);
  };
  const another = signedInAs !== null && signedInAs !== invitation.email ? signedInAs : null;
  return (
    <>
      <CardHead icon={UserRoundPlus} tone="info" title={`Join ${invitation.companyName}`}>
        {invitation.invitedBy
          ? `${invitation.invitedBy} invites you to work together.`
          : 'Enter your name and a password to begin.'}
      </CardHead>
      <InvitationFacts invitation={invitation} />
      {another && <OtherAccount signedInAs={another} invited={invitation.email} signOut={signOut} />}
      {!another && invitation.hasAccount && <JoinWithAccount token={token} onJoined={done} />}
      {!another && !invitation.hasAccount && (
        <NewMemberForm token={token} email={invitation.email} onJoined={done} />
      )}
    </>
  );
}

const InvalidInvitation = ({ complete }: { complete: boolean }) => (
  <DeadLink complete={complete}>
    <p className="mb-4">
      Accepted it already? Then sign in. Otherwise ask whoever invited you to send the invitation again.
    </p>
    <CardButtonLink href="/sign-in" primary>
      Sign in
    </CardButtonLink>
  </DeadLink>
);

function OtherAccount({
  signedInAs,
  invited,
  signOut,
}: {
  signedInAs: string;
  invited: string;
  signOut(): void;
}) {
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="warning" title={`You are signed in as ${signedInAs}`}>
        <p>The invitation is for {invited}. Sign out first, then accept it here.</p>
      </Notice>
      <Button variant="primary" wide onClick={signOut}>
        Sign out and go on
      </Button>
    </div>
  );
}

function Joined({ invitation, signedInAs }: { invitation: Invitation; signedInAs: string | null }) {
  const { companyName, email } = invitation;
  return (
    <>
      <CardHead icon={UserRoundPlus} tone="success" title={`Welcome to ${companyName}`}>
        {signedInAs
          ? 'You are a member now. Switch to the company in the user menu.'
          : `You are a member now. Sign in as ${email}.`}
      </CardHead>
      <CardButtonLink href={signedInAs ? '/' : '/sign-in'} primary>
        {signedInAs ? 'Go to the dashboard' : 'Sign in'}
      </CardButtonLink>
    </>
  );
}
