import { MailCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { changePassword, resendVerification } from '#db/api/identity/accounts.ts';
import { updateProfile } from '#db/api/identity/users.ts';
import { NewPassword, PersonChange } from '#db/identity/account-forms.ts';
import type { OwnAccount } from '#db/identity/own-account.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCallMutation } from '#pwa/api/use-call.ts';
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
import { MyDevicesPart } from './my-devices-part.tsx';
import { PicturePart } from './picture-part.tsx';

/** The email address, its verification, and a new verification link. */
function EmailPart({ account: { email, emailVerified } }: { account: OwnAccount }) {
  const { mutate, isPending } = useCallMutation(resendVerification, {
    onSuccess: () => toast.success(`An email with a link is on its way to ${email}.`),
  });
  const resend = () =>
    mutate({ body: { email } }, { onError: (error) => void toast.error(errorText(error)) });
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
              <Button icon={MailCheck} busy={isPending} onClick={resend}>
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
  const { mutateAsync, isSuccess, error } = useCallMutation(changePassword, {
    onSuccess: () => setRound((before) => before + 1),
  });
  const save = async ({ currentPassword, newPassword }: z.infer<typeof Change>): Promise<void> => {
    await mutateAsync({ body: { currentPassword, newPassword } }).catch(() => undefined);
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
          {isSuccess && (
            <Notice
              tone="success"
              title="Your password is changed. Other browsers and handhelds must sign in again."
            />
          )}
          {error && <Notice tone="danger" title={errorText(error)} />}
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
  const { mutateAsync, error } = useCallMutation(updateProfile, {
    onSuccess: () => {
      toast.success('Your details are saved.');
      onChanged();
    },
  });
  const save = async (body: PersonChange): Promise<void> => {
    await mutateAsync({ body }).catch(() => undefined);
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
        {error && <Notice tone="danger" title={errorText(error)} />}
        <SubmitButton>Save your details</SubmitButton>
      </Form>
    </Section>
  );
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

interface OwnAccountPartsProps {
  account: OwnAccount | undefined;
  error: Error | null;
  reload(): void;
  onChanged(): void;
}

/** Account settings that need the server: details, picture, email, password, devices. Needs OnlineQueries. */
export function OwnAccountParts({ account, error, reload, onChanged }: OwnAccountPartsProps) {
  const thisDeviceId = useThisDevice();
  // Users who never work offline have no handheld to lose.
  const bench = useReplicaIfAny() !== null;
  if (!account)
    return (
      <Notice
        tone="warning"
        title="Your account can be changed only while you are online."
        action={<Button onClick={reload}>Try again</Button>}
      >
        <p>{errorText(error)}</p>
      </Notice>
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
