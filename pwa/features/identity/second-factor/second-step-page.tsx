import { Fingerprint, LogOut, ShieldCheck, Smartphone } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { readSignInStep, verifySecondFactor } from '#db/api/identity/second-factor.ts';
import type { SignInStep } from '#db/identity/second-factor.ts';
import { call } from '#pwa/api/call.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCall } from '#pwa/api/use-call.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { AddAuthenticator } from './add-authenticator.tsx';
import { AddPasskey, hasPasskeys } from './add-passkey.tsx';
import { ProveForm } from './prove-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

interface SecondStepPageProps {
  /** Called when the sign-in is complete; opens the requested page. */
  onSignedIn(): Promise<void>;
  /** Cancels the sign-in. */
  onSignOut(): Promise<void>;
}

function Head({ title, children }: { title: string; children: string }) {
  return (
    <div className="mb-6">
      <title>{`${title} · Benchside`}</title>
      <span
        data-tone="info"
        className="mb-4 grid size-12 place-items-center rounded-full bg-tone-soft text-tone-ink"
      >
        <ShieldCheck aria-hidden size={24} />
      </span>
      <h1 tabIndex={-1} className="text-balance font-semibold text-2xl tracking-tight outline-none">
        {title}
      </h1>
      <p className="mt-1.5 text-pretty text-ink-soft">{children}</p>
    </div>
  );
}

/** The second step of a sign-in: prove the second factor, or set one up where the role requires it. */
export function SecondStepPage({ onSignedIn, onSignOut }: SecondStepPageProps) {
  // Read each time: an earlier answer may be about another sign-in.
  const {
    data: step,
    error,
    isFetching,
    refetch,
  } = useCall(readSignInStep, {}, { gcTime: 0, staleTime: 0, refetchOnWindowFocus: false });
  const isComplete = step?.step === 'NONE';
  const openPage = useEffectEvent(() => void onSignedIn());
  useEffect(() => {
    if (isComplete) openPage();
  }, [isComplete]);
  if (!step || isComplete)
    return error ? (
      <Notice
        tone="danger"
        title={errorText(error)}
        action={
          <Button busy={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        }
      />
    ) : (
      <Skeleton label="Loading your sign-in" lines={4} />
    );
  return (
    <>
      {step.step === 'SET_UP' ? <SetUp onDone={onSignedIn} /> : <Prove step={step} onDone={onSignedIn} />}
      <div className="mt-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t pt-4 text-ink-soft text-sm">
        <span className="min-w-0 break-words">{step.email}</span>
        <Button variant="quiet" icon={LogOut} onClick={() => void onSignOut()}>
          Sign out
        </Button>
      </div>
    </>
  );
}

function Prove({ step, onDone }: { step: SignInStep; onDone(): Promise<void> }) {
  const { authenticator, passkey, recoveryCode } = step.methods;
  return (
    <>
      <Head title="Confirm that it is you">One more step after your password.</Head>
      {authenticator || passkey || recoveryCode ? (
        <ProveForm
          methods={step.methods}
          label="Sign in"
          offersMemory
          onProven={async ({ proof, remember }) => {
            await call(verifySecondFactor, { body: { proof, remember } });
            await onDone();
          }}
        />
      ) : (
        <Notice tone="warning" title="Ask an administrator to reset your second factor." />
      )}
    </>
  );
}

type Choice = 'authenticator' | 'passkey';

function SetUp({ onDone }: { onDone(): Promise<void> }) {
  const [choice, setChoice] = useState<Choice | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const added = (recoveryCodes: string[] | null): void => {
    if (recoveryCodes) setCodes(recoveryCodes);
    else void onDone();
  };
  if (codes)
    return (
      <>
        <Head title="Keep your recovery codes">Use them to sign in when your phone is lost.</Head>
        <RecoveryCodes codes={codes} onDone={() => void onDone()} />
      </>
    );
  return (
    <>
      <Head title="Set up a second factor">Your role needs one. Setting it up takes a minute.</Head>
      <div className="flex flex-col gap-4">
        {choice === 'authenticator' && <AddAuthenticator requiresPassword={false} onAdded={added} />}
        {choice === 'passkey' && <AddPasskey requiresPassword={false} onAdded={added} />}
        {choice !== 'authenticator' && (
          <Button wide icon={Smartphone} onClick={() => setChoice('authenticator')}>
            Use an authenticator app
          </Button>
        )}
        {choice !== 'passkey' && hasPasskeys() && (
          <Button wide icon={Fingerprint} onClick={() => setChoice('passkey')}>
            Use a passkey
          </Button>
        )}
      </div>
    </>
  );
}
