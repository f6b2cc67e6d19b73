import { useState } from 'react';
import { z } from 'zod';
import { AppCode, FactorName, type NewAuthenticator } from '#db/identity/second-factor.ts';
import { Form } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { SubmitButton } from '#pwa/ui/form/submit-button.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { useAttempt } from '#pwa/ui/use-attempt.ts';
import { AskPassword } from './ask-password.tsx';
import { QrCode } from './qr-code.tsx';
import { confirmAuthenticator, startAuthenticator } from './second-factor-api.ts';

const Confirm = z.object({ code: AppCode, name: FactorName });

const inGroups = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ');

interface AddProps {
  /** True to ask for the password first: in Settings, not at sign-in. */
  requiresPassword: boolean;
  /** Called when the factor is added; the first one comes with recovery codes. */
  onAdded(recoveryCodes: string[] | null): void;
}

/** Sets an authenticator app up: scan the code or type the key, then enter the app's code. */
export function AddAuthenticator({ requiresPassword, onAdded }: AddProps) {
  const [app, setApp] = useState<NewAuthenticator | null>(null);
  const start = async (password: string | null) => setApp(await startAuthenticator(password));
  if (!app) return <AskPassword requiresPassword={requiresPassword} label="Continue" onConfirm={start} />;
  return <Scan app={app} onAdded={onAdded} />;
}

function Scan({ app, onAdded }: Pick<AddProps, 'onAdded'> & { app: NewAuthenticator }) {
  const { problem, attempt } = useAttempt();
  const confirm = ({ code, name }: z.infer<typeof Confirm>) =>
    attempt(async () => onAdded((await confirmAuthenticator({ id: app.id, code, name })).recoveryCodes));
  return (
    <Form schema={Confirm} defaults={{ code: '', name: 'Authenticator app' }} onSubmit={confirm} enterSubmits>
      <p>Scan this with an authenticator app on your phone.</p>
      <div className="flex flex-wrap items-center gap-4">
        <QrCode text={app.uri} label="QR code for your authenticator app" />
        <div className="min-w-0 flex-1 basis-48">
          <p className="text-ink-soft text-sm">No camera? Type this key into the app:</p>
          <p className="code mt-1 select-all break-words font-medium">{inGroups(app.secret)}</p>
        </div>
      </div>
      {problem && <Notice tone="danger" title={problem.message} />}
      <FormField name="code" label="Code that the app shows" required empty="">
        {(control) => (
          <TextInput {...control} code inputMode="numeric" autoComplete="one-time-code" maxLength={7} />
        )}
      </FormField>
      <FormField name="name" label="Name" required empty="">
        {(control) => <TextInput {...control} maxLength={60} />}
      </FormField>
      <SubmitButton wide>Add authenticator app</SubmitButton>
    </Form>
  );
}
