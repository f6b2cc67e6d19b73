import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { z } from 'zod';
import { confirmAuthenticator, startAuthenticator } from '#db/api/identity/second-factor.ts';
import { AppCode, FactorName, type NewAuthenticator } from '#db/identity/second-factor.ts';
import { call } from '#pwa/api/call.ts';
import { qrPath } from '#pwa/printing/symbol-path.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Form, SubmitButton } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { useAttempt } from '#pwa/ui/use-attempt.ts';

const Password = z.object({ password: z.string().min(1, 'Enter your password.') });

interface AskPasswordProps {
  requiresPassword: boolean;
  label: string;
  onConfirm(password: string | null): Promise<void>;
}

/** Asks for the password before a change; continues at once where none is needed. */
function AskPassword({ requiresPassword, label, onConfirm }: AskPasswordProps) {
  const { problem, busy, attempt } = useAttempt();
  const hasStarted = useRef(false);
  const goOn = () => attempt(() => onConfirm(null));
  const start = useEffectEvent(() => void goOn());
  useEffect(() => {
    if (requiresPassword || hasStarted.current) return;
    hasStarted.current = true;
    start();
  }, [requiresPassword]);
  if (!requiresPassword)
    return problem ? (
      <Notice
        tone="danger"
        title={problem.message}
        action={
          <Button busy={busy} onClick={() => void goOn()}>
            Try again
          </Button>
        }
      />
    ) : (
      <Skeleton label="Preparing" lines={4} />
    );
  return (
    <Form
      schema={Password}
      defaults={{ password: '' }}
      onSubmit={({ password }) => attempt(() => onConfirm(password))}
      enterSubmits
    >
      {problem && <Notice tone="danger" title={problem.message} />}
      <FormField name="password" label="Password" required empty="" hint="So that nobody else changes this.">
        {(control) => <TextInput {...control} type="password" autoComplete="current-password" />}
      </FormField>
      <SubmitButton wide>{label}</SubmitButton>
    </Form>
  );
}

// The quiet zone that cameras need around a code.
const MARGIN = 4;

/** A QR code, dark on white in every theme; `label` describes its content. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { path, perModule, columns, rows } = qrPath(text);
  const edge = MARGIN * perModule;
  const [width, height] = [columns * perModule + 2 * edge, rows * perModule + 2 * edge];
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-edge} ${-edge} ${width} ${height}`}
      className="size-48 max-w-full rounded-md border border-line bg-white"
      shapeRendering="crispEdges"
    >
      <rect x={-edge} y={-edge} width={width} height={height} fill="#fff" />
      <path d={path} fill="#000" fillRule="evenodd" />
    </svg>
  );
}

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
  const start = async (password: string | null) =>
    setApp(await call(startAuthenticator, { body: { password } }));
  if (!app) return <AskPassword requiresPassword={requiresPassword} label="Continue" onConfirm={start} />;
  return <Scan app={app} onAdded={onAdded} />;
}

function Scan({ app, onAdded }: Pick<AddProps, 'onAdded'> & { app: NewAuthenticator }) {
  const { problem, attempt } = useAttempt();
  const confirm = ({ code, name }: z.infer<typeof Confirm>) =>
    attempt(async () => {
      const { recoveryCodes } = await call(confirmAuthenticator, { body: { id: app.id, code, name } });
      onAdded(recoveryCodes);
    });
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
