import { Fingerprint, KeyRound, ShieldCheck, Smartphone } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { AppCode, type FactorProof, RecoveryCode, type SignInStep } from '#db/identity/second-factor.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { Form, SubmitButton } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { useAttempt } from '#pwa/ui/use-attempt.ts';
import { hasPasskeys, provePasskey } from './add-passkey.tsx';

type Methods = SignInStep['methods'];
type ProofMethod = 'APP_CODE' | 'PASSKEY' | 'RECOVERY_CODE';

/** Input besides the proof. */
export interface ProvenBy {
  proof: FactorProof;
  password: string | null;
  remember: boolean;
}

interface ProveFormProps {
  methods: Methods;
  /** The action: "Sign in", "Remove passkey". */
  label: string;
  /** True to ask for the password too. */
  requiresPassword?: boolean;
  /** True to offer remembering this browser. */
  offersMemory?: boolean;
  onProven(by: ProvenBy): Promise<void>;
}

const codeOf = (proofMethod: ProofMethod) => (proofMethod === 'RECOVERY_CODE' ? RecoveryCode : AppCode);

const schemaOf = (proofMethod: ProofMethod, requiresPassword: boolean) =>
  z.object({
    code: proofMethod === 'PASSKEY' ? z.string() : codeOf(proofMethod),
    password: requiresPassword ? z.string().min(1, 'Enter your password.') : z.string(),
    remember: z.boolean(),
  });

const firstOf = ({ authenticator, passkey }: Methods): ProofMethod =>
  authenticator ? 'APP_CODE' : passkey && hasPasskeys() ? 'PASSKEY' : 'RECOVERY_CODE';

/** Proves a second factor by app, passkey or recovery code, whichever the user has. */
export function ProveForm({
  methods,
  label,
  requiresPassword = false,
  offersMemory = false,
  onProven,
}: ProveFormProps) {
  const [proofMethod, setProofMethod] = useState<ProofMethod>(() => firstOf(methods));
  const { problem, attempt } = useAttempt();
  const submit = ({ code, password, remember }: z.infer<ReturnType<typeof schemaOf>>) =>
    attempt(async () => {
      const proof = proofMethod === 'PASSKEY' ? await provePasskey() : { kind: proofMethod, code };
      await onProven({ proof, password: requiresPassword ? password : null, remember });
    });
  const alternatives: [ProofMethod, boolean, ReactNode][] = [
    [
      'APP_CODE',
      methods.authenticator,
      <MethodButton
        key="app"
        icon={Smartphone}
        label="Use your app"
        onPick={() => setProofMethod('APP_CODE')}
      />,
    ],
    [
      'PASSKEY',
      methods.passkey && hasPasskeys(),
      <MethodButton
        key="key"
        icon={Fingerprint}
        label="Use a passkey"
        onPick={() => setProofMethod('PASSKEY')}
      />,
    ],
    [
      'RECOVERY_CODE',
      methods.recoveryCode,
      <MethodButton
        key="code"
        icon={KeyRound}
        label="Use a recovery code"
        onPick={() => setProofMethod('RECOVERY_CODE')}
      />,
    ],
  ];
  return (
    <div className="flex flex-col gap-4">
      <Form
        key={proofMethod}
        schema={schemaOf(proofMethod, requiresPassword)}
        defaults={{ code: '', password: '', remember: false }}
        onSubmit={submit}
        enterSubmits
      >
        {problem && <Notice tone="danger" title={problem.message} />}
        {requiresPassword && (
          <FormField name="password" label="Password" required empty="">
            {(control) => <TextInput {...control} type="password" autoComplete="current-password" />}
          </FormField>
        )}
        {proofMethod === 'APP_CODE' && (
          <FormField name="code" label="Code from your app" required empty="">
            {(control) => (
              <TextInput {...control} code inputMode="numeric" autoComplete="one-time-code" maxLength={7} />
            )}
          </FormField>
        )}
        {proofMethod === 'RECOVERY_CODE' && (
          <FormField name="code" label="Recovery code" required empty="" hint="Each code works once.">
            {(control) => <TextInput {...control} code maxLength={40} />}
          </FormField>
        )}
        {offersMemory && (
          <FormField name="remember" label="This device" empty={false}>
            {(control) => <Checkbox {...control} label="Remember this device for 30 days" />}
          </FormField>
        )}
        <SubmitButton wide icon={proofMethod === 'PASSKEY' ? Fingerprint : ShieldCheck}>
          {proofMethod === 'PASSKEY' ? 'Use passkey' : label}
        </SubmitButton>
      </Form>
      <div className="flex flex-col gap-2">
        {alternatives.map(([other, isAvailable, button]) => isAvailable && other !== proofMethod && button)}
      </div>
    </div>
  );
}

function MethodButton({ icon, label, onPick }: { icon: typeof KeyRound; label: string; onPick(): void }) {
  return (
    <Button wide icon={icon} onClick={onPick}>
      {label}
    </Button>
  );
}
