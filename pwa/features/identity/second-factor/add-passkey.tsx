import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { Fingerprint } from 'lucide-react';
import { z } from 'zod';
import { confirmPasskey, requestPasskey, startPasskey } from '#db/api/identity/second-factor.ts';
import { AppError } from '#db/errors/app-error.ts';
import { FactorName, type FactorProof, NewPasskey, PasskeyAssertion } from '#db/identity/second-factor.ts';
import { call } from '#pwa/api/call.ts';
import { Form, SubmitButton } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { useAttempt } from '#pwa/ui/use-attempt.ts';

/** Report whether this browser supports passkeys. */
export const hasPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function';

// Loaded on demand: only passkey users download the WebAuthn library.
const loadWindow = () => import('@simplewebauthn/browser');

const KNOWN: Record<string, string> = {
  InvalidStateError: 'This passkey is added already. Use another one.',
  NotAllowedError: 'The browser got no passkey. Try again, or use another way.',
};

async function inWindow<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    throw new AppError('VALIDATION', KNOWN[name] ?? 'This browser cannot use that passkey. Use another way.');
  }
}

/** Let the user select a passkey and sign with it. */
export async function provePasskey(): Promise<FactorProof> {
  const { startAuthentication } = await loadWindow();
  // Trusted cast: the same library creates the options on the server, and the browser validates them.
  const options: unknown = await call(requestPasskey, { body: {} });
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  const answer = await inWindow(() => startAuthentication({ optionsJSON }));
  return { kind: 'PASSKEY', assertion: PasskeyAssertion.parse(answer) };
}

/** Let the browser create a passkey for this user. */
async function makePasskey(password: string | null): Promise<z.infer<typeof NewPasskey>> {
  const { startRegistration } = await loadWindow();
  // Trusted cast, as above.
  const options: unknown = await call(startPasskey, { body: { password } });
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  return NewPasskey.parse(await inWindow(() => startRegistration({ optionsJSON })));
}

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
      onAdded((await call(confirmPasskey, { body: { passkey, name } })).recoveryCodes);
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
