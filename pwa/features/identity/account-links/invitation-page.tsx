import { UserRoundCheck, UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { ROLE_LABELS } from '#db/access/role-labels.ts';
import { acceptInvitation, readInvitation } from '#db/api/identity/accounts.ts';
import { AcceptInvitation, type OpenInvitation } from '#db/identity/account-forms.ts';
import { call } from '#pwa/api/call.ts';
import { useCall } from '#pwa/api/use-call.ts';
import { rememberAddress, SubmitProblem } from '#pwa/features/identity/account-fields.tsx';
import { CardButtonLink, CardHead } from '#pwa/features/identity/auth-card.tsx';
import { GoogleLink, useIsGoogleOffered } from '#pwa/features/identity/google-link.tsx';
import { NewPasswordField } from '#pwa/features/identity/new-password-field.tsx';
import { formatDate } from '#pwa/format/dates.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Form, SubmitButton } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { problemOf, useAttempt } from '#pwa/ui/use-attempt.ts';
import { DeadLink, tokenOf, useLinkFragment } from './account-link.tsx';

/** Organization, role, invitee and expiry of an invitation. */
function InvitationFacts({ invitation }: { invitation: OpenInvitation }) {
  const { companyName, role, email, expiresAt } = invitation;
  const facts = [
    ['Organization', companyName],
    ['Your role', ROLE_LABELS[role].short],
    ['Email', email],
    ['Good until', formatDate(expiresAt)],
  ];
  return (
    <dl className="mb-6 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 rounded-lg bg-sunken px-4 py-3">
      {facts.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-ink-soft">{label}</dt>
          <dd className="min-w-0 break-words text-right font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Accepts with an existing account: names and password stay unchanged. */
function JoinWithAccount({ token, onJoined }: { token: string; onJoined(): Promise<void> }) {
  const { problem, busy, attempt } = useAttempt();
  const accept = () =>
    attempt(async () => {
      await call(acceptInvitation, { body: { token, person: null } });
      await onJoined();
    });
  return (
    <div className="flex flex-col gap-4">
      {problem && <Notice tone="danger" title={problem.message} />}
      <p className="text-ink-soft">Your existing account gets this access as well.</p>
      <Button variant="primary" wide icon={UserRoundCheck} busy={busy} onClick={() => void accept()}>
        Accept the invitation
      </Button>
    </div>
  );
}

/** The server's own schema of the names. */
const NewMember = z.object({ person: AcceptInvitation.shape.person.unwrap().unwrap() });

interface NewMemberFormProps {
  token: string;
  email: string;
  onJoined(): Promise<void>;
}

/** Names and a password of a new user, or Google with the invited address. */
function NewMemberForm({ token, email, onJoined }: NewMemberFormProps) {
  const google = useIsGoogleOffered();
  const { problem, attempt } = useAttempt();
  const submit = ({ person }: z.infer<typeof NewMember>) =>
    attempt(async () => {
      await call(acceptInvitation, { body: { token, person } });
      await onJoined();
    });
  const defaults = { person: { firstName: '', lastName: '', password: '' } };
  return (
    <Form schema={NewMember} defaults={defaults} onSubmit={submit} enterSubmits>
      <SubmitProblem problem={problem} />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField name="person.firstName" label="First name" required empty="">
          {(control) => <TextInput {...control} autoComplete="given-name" />}
        </FormField>
        <FormField name="person.lastName" label="Last name" required empty="">
          {(control) => <TextInput {...control} autoComplete="family-name" />}
        </FormField>
      </div>
      {/* Password managers store the password under this name. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordField name="person.password" owner={[email.split('@')[0] ?? '']} />
      <SubmitButton icon={UserRoundCheck} wide>
        Accept the invitation
      </SubmitButton>
      {google && <GoogleLink route="/" label={`Continue with Google as ${email}`} />}
    </Form>
  );
}

interface InvitationPageProps {
  /** The email address that is signed in on this device, if any. */
  signedInAs: string | null;
  signOut(): void;
  /** Called when the organizations of the session have changed. */
  onJoined(): Promise<void>;
}

/** Joins an organization: new users enter names and a password, existing ones only accept. */
export function InvitationPage({ signedInAs, signOut, onJoined }: InvitationPageProps) {
  const token = tokenOf(useLinkFragment());
  // Reading does not use the invitation up; the answer is kept until it is accepted.
  const read = useCall(
    readInvitation,
    { body: { token: token ?? '' } },
    { enabled: token !== null, staleTime: Number.POSITIVE_INFINITY },
  );
  const [joined, setJoined] = useState<string | null>(null);
  if (token === null) return <InvalidInvitation complete={false} />;
  if (read.isPending) return <Skeleton label="Loading the invitation" lines={5} />;
  if (read.isError) {
    const problem = problemOf(read.error);
    if (problem.code === 'LINK_INVALID') return <InvalidInvitation complete />;
    return (
      <>
        <CardHead title="The invitation could not be read" />
        <Notice
          tone="danger"
          title={problem.message}
          action={<Button onClick={() => void read.refetch()}>Try again</Button>}
        />
      </>
    );
  }
  const invitation = read.data;
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
          : 'Enter your name and a password to start.'}
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
    <CardButtonLink to="/sign-in" primary>
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
        Sign out and continue
      </Button>
    </div>
  );
}

function Joined({ invitation, signedInAs }: { invitation: OpenInvitation; signedInAs: string | null }) {
  const { companyName, email } = invitation;
  return (
    <>
      <CardHead icon={UserRoundPlus} tone="success" title={`Welcome to ${companyName}`}>
        {signedInAs
          ? 'You are a member now. Switch to this organization in the user menu.'
          : `You are a member now. Sign in as ${email}.`}
      </CardHead>
      <CardButtonLink to={signedInAs ? '/' : '/sign-in'} primary>
        {signedInAs ? 'Go to the dashboard' : 'Sign in'}
      </CardButtonLink>
    </>
  );
}
