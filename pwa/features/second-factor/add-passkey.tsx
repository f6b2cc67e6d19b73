import { Fingerprint } from 'lucide-react';
import { z } from 'zod';
import { FactorName } from '#db/identity/second-factor.ts';
import { Form } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { SubmitButton } from '#pwa/ui/form/submit-button.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { useAttempt } from '#pwa/ui/use-attempt.ts';
import { hasPasskeys, makePasskey } from './passkey-window.ts';
import { confirmPasskey } from './second-factor-api.ts';

interface AddPasskeyProps {
  requiresPassword: boolean;
  onAdded(recoveryCodes: string[] | null): void;
}

const schemaOf = (requiresPassword: boolean) =>
  z.object({
    name: FactorName,
    password: requiresPassword ? z.string().min(1, 'Enter your password.') : z.string(),
  });

/** Adds a passkey: a fingerprint, a face, a PIN of the device, or a security key. */
export function AddPasskey({ requiresPassword, onAdded }: AddPasskeyProps) {
  const { problem, attempt } = useAttempt();
  if (!hasPasskeys())
    return <Notice tone="warning" title="This browser has no passkeys. Use an authenticator app." />;
  const add = ({ name, password }: z.infer<ReturnType<typeof schemaOf>>) =>
    attempt(async () => {
      const passkey = await makePasskey(requiresPassword ? password : null);
      onAdded((await confirmPasskey({ passkey, name })).recoveryCodes);
    });
  return (
    <Form
      schema={schemaOf(requiresPassword)}
      defaults={{ name: 'Passkey', password: '' }}
      onSubmit={add}
      enterSubmits
    >
      <p>Your browser asks for a fingerprint, a face, a PIN or a security key.</p>
      {problem && <Notice tone="danger" title={problem.message} />}
      {requiresPassword && (
        <FormField
          name="password"
          label="Password"
          required
          empty=""
          hint="So that nobody else changes this."
        >
          {(control) => <TextInput {...control} type="password" autoComplete="current-password" />}
        </FormField>
      )}
      <FormField name="name" label="Name" required empty="">
        {(control) => <TextInput {...control} maxLength={60} />}
      </FormField>
      <SubmitButton wide icon={Fingerprint}>
        Add passkey
      </SubmitButton>
    </Form>
  );
}
