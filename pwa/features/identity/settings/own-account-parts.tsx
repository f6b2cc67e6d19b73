import { MailCheck } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { z } from 'zod';
import { MESSAGES } from '#db/errors/messages.ts';
import { NewPassword, PersonChange } from '#db/identity/account-forms.ts';
import { OwnAccount } from '#db/identity/own-account.ts';
import { callApi } from '#pwa/api/client.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { useReplicaIfAny } from '#pwa/replica/hooks/replica-context.tsx';
import { ToneBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Form, SubmitButton } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { PhoneInput } from '#pwa/ui/form/phone-input.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { MyDevicesPart } from './my-devices-part.tsx';
import { PicturePart } from './picture-part.tsx';

/** The email address, its verification, and a new verification link. */
function EmailPart({ account: { email, emailVerified } }: { account: OwnAccount }) {
  const [busy, setBusy] = useState(false);
  const resend = async (): Promise<void> => {
    setBusy(true);
    try {
      const path = '/api/auth/verify-email/resend';
      await callApi({ path, method: 'POST', data: { email }, answer: z.unknown() });
      toast.success(`An email with a link is on its way to ${email}.`);
    } catch (error) {
      toast.error(error instanceof Error ? error.message : MESSAGES.unknownError);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Section title="Email">
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center gap-2">
          <span className="break-all font-medium">{email}</span>
          {emailVerified ? (
            <ToneBadge tone="success" label="Verified" />
          ) : (
            <ToneBadge tone="warning" label="Not verified" />
          )}
        </div>
        {emailVerified ? (
          <p className="text-ink-soft text-sm">{`Verified ${formatDate(emailVerified, 'monthDayAtTime')}.`}</p>
        ) : (
          <Notice
            tone="warning"
            title="Open the link in the email that we sent you."
            action={
              <Button icon={MailCheck} busy={busy} onClick={() => void resend()}>
                Send the email again
              </Button>
            }
          >
            <p>A link works for 24 hours.</p>
          </Notice>
        )}
      </div>
    </Section>
  );
}

const Change = z
  .object({
    currentPassword: z.string().min(1, 'Enter your current password.'),
    newPassword: NewPassword,
    again: z.string(),
  })
  .refine(({ newPassword, again: repeatedPassword }) => newPassword === repeatedPassword, {
    path: ['again'],
    message: 'The two passwords differ.',
  });
const EMPTY = { currentPassword: '', newPassword: '', again: '' };

const FIELDS = [
  { name: 'currentPassword', label: 'Current password', autoComplete: 'current-password' },
  { name: 'newPassword', label: 'New password', autoComplete: 'new-password' },
  { name: 'again', label: 'New password again', autoComplete: 'new-password' },
] as const;

/** Changes the password; every other session of the user ends. */
function PasswordPart({ hasPassword }: { hasPassword: boolean }) {
  const [round, setRound] = useState(0);
  const [feedback, setFeedback] = useState<{ tone: 'success' | 'danger'; text: string } | null>(null);
  const save = async ({ currentPassword, newPassword }: z.infer<typeof Change>): Promise<void> => {
    try {
      const data = { currentPassword, newPassword };
      await callApi({ path: '/api/auth/password', method: 'PUT', data, answer: z.unknown() });
      setRound((before) => before + 1);
      setFeedback({
        tone: 'success',
        text: 'Your password is changed. Other browsers and handhelds must sign in again.',
      });
    } catch (error) {
      setFeedback({ tone: 'danger', text: error instanceof Error ? error.message : MESSAGES.unknownError });
    }
  };
  return (
    <Section title="Password">
      {hasPassword ? (
        <Form key={round} schema={Change} defaults={EMPTY} onSubmit={save}>
          {FIELDS.map(({ name, label, autoComplete }) => (
            <FormField key={name} name={name} label={label} required empty="">
              {(control) => <TextInput {...control} type="password" autoComplete={autoComplete} />}
            </FormField>
          ))}
          {feedback && <Notice tone={feedback.tone} title={feedback.text} />}
          <SubmitButton>Change password</SubmitButton>
        </Form>
      ) : (
        <p>
          Your account has no password: you sign in with Google or a link. Sign out and use “Forgot password”
          to set one.
        </p>
      )}
    </Section>
  );
}

/** Names and phone, which the user edits; managers edit role and organization. */
function ProfilePart({ account, onChanged }: { account: OwnAccount; onChanged(): void }) {
  const [problem, setProblem] = useState<string | null>(null);
  const save = async (data: PersonChange): Promise<void> => {
    try {
      await callApi({ path: '/api/users/profile', method: 'PATCH', data, answer: z.unknown() });
      setProblem(null);
      toast.success('Your details are saved.');
      onChanged();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : MESSAGES.unknownError);
    }
  };
  const { firstName, lastName, phone } = account;
  return (
    <Section title="Your details">
      <Form
        key={`${firstName}|${lastName}|${phone}`}
        schema={PersonChange}
        defaults={{ firstName, lastName, phone: phone ?? '' }}
        onSubmit={save}
      >
        <FormField name="firstName" label="First name" required empty="">
          {(control) => <TextInput {...control} autoComplete="given-name" />}
        </FormField>
        <FormField name="lastName" label="Last name" required empty="">
          {(control) => <TextInput {...control} autoComplete="family-name" />}
        </FormField>
        <FormField name="phone" label="Phone" hint="10 digits." empty="">
          {(control) => <PhoneInput {...control} autoComplete="tel" />}
        </FormField>
        {problem && <Notice tone="danger" title={problem} />}
        <SubmitButton>Save your details</SubmitButton>
      </Form>
    </Section>
  );
}

/** The user's own account from the server; `problem` says why it is missing. */
export interface ReadAccount {
  account: OwnAccount | null;
  problem: string | null;
  reload(): void;
}

/** Loads the user's own account; offline it reports the problem and can be retried. */
function useOwnAccount(): ReadAccount {
  const [account, setAccount] = useState<OwnAccount | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round reads again
  useEffect(() => {
    const leaving = new AbortController();
    callApi({ path: '/api/auth/account', answer: OwnAccount, signal: leaving.signal }).then(
      (ownAccount) => {
        setAccount(ownAccount);
        setProblem(null);
      },
      (error: unknown) => {
        if (!leaving.signal.aborted) setProblem(error instanceof Error ? error.message : String(error));
      },
    );
    return () => leaving.abort();
  }, [round]);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  return { account, problem, reload };
}

function useThisDevice(): string | null {
  const replica = useReplicaIfAny();
  const [id, setId] = useState<string | null>(null);
  useEffect(() => {
    let isMounted = true;
    replica?.enrollment().then(
      (enrollment) => isMounted && setId(enrollment?.deviceId ?? null),
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, [replica]);
  return id;
}

/** Account settings that need the server: details, picture, email, password, devices. */
export function OwnAccountParts({ onChanged }: { onChanged(): void }) {
  const { account, problem, reload } = useOwnAccount();
  const thisDeviceId = useThisDevice();
  // Users who never work offline have no handheld to lose.
  const bench = useReplicaIfAny() !== null;
  if (!account)
    return problem ? (
      <Notice
        tone="warning"
        title="Your account can be changed only while you are online."
        action={<Button onClick={reload}>Try again</Button>}
      >
        <p>{problem}</p>
      </Notice>
    ) : (
      <Skeleton label="Reading your account" lines={6} />
    );
  const changed = (): void => {
    reload();
    onChanged();
  };
  return (
    <>
      <PicturePart account={account} onChanged={changed} />
      <ProfilePart account={account} onChanged={changed} />
      <EmailPart account={account} />
      <PasswordPart hasPassword={account.hasPassword} />
      {(bench || account.devices.length > 0) && (
        <MyDevicesPart devices={account.devices} thisDeviceId={thisDeviceId} onChanged={reload} />
      )}
    </>
  );
}
