import { useFormContext, useWatch } from 'react-hook-form';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { PhoneInput } from '#pwa/ui/form/phone-input.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import type { AccountEntries } from './account-draft.ts';
import { GoogleLink, useIsGoogleOffered } from './google-link.tsx';
import { NewPasswordField } from './new-password-field.tsx';

/** Name, address, phone and password, or the Google identity. */
export function YouStep() {
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
          <p>You need no password. Check your name, then go on.</p>
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
          {(field) => <PhoneInput {...field} autoComplete="tel-national" />}
        </FormField>
      </div>
      {!proven && (
        <NewPasswordField name="password" owner={[firstName, lastName, email.split('@')[0] ?? '']} />
      )}
    </div>
  );
}
