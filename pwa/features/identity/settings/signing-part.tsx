import { liveQuery } from 'dexie';
import { useCallback, useEffect, useState } from 'react';
import { z } from 'zod';
import { setPin } from '#db/api/identity/pins.ts';
import { AppError } from '#db/errors/app-error.ts';
import { Pin } from '#db/identity/pin-forms.ts';
import { call } from '#pwa/api/call.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { readStoredSession } from '#pwa/replica/session/session-store.ts';
import { confirmPassword } from '#pwa/replica/signing/password-check.ts';
import { attemptsLeft, createSigningKey, forgetKeys } from '#pwa/replica/signing/sealed-key.ts';
import { Form, SubmitButton } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';

/** State of the user's signing on this device. */
interface SigningNow {
  /** True when the user has a signing PIN. */
  hasPin: boolean;
  /** Remaining PIN attempts here; null when this device cannot sign for the user yet. */
  attempts: number | null;
}

/** Reports whether the user can sign offline here, and how to enable it. */
interface SigningState {
  /** Undefined while it loads. */
  now: SigningNow | undefined;
  prepare(pin: string): Promise<void>;
}

/** The sealed signing key of this user on this device. */
function useSigningState(): SigningState {
  const replica = useReplica();
  const [now, setNow] = useState<SigningNow>();
  const { side } = replica.store;
  useEffect(() => {
    let isMounted = true;
    const show = (attempts: number | null) =>
      readStoredSession()
        .then((storedSession) => storedSession?.session.hasPin ?? attempts !== null)
        .catch(() => true)
        .then((hasPin) => isMounted && setNow({ hasPin, attempts }));
    // Another part of the same page can remove the key.
    const reading = liveQuery(() => attemptsLeft(side)).subscribe({
      next: (attempts) => void show(attempts),
      error: () => void show(null),
    });
    return () => {
      isMounted = false;
      reading.unsubscribe();
    };
  }, [side]);
  const prepare = useCallback(
    async (pin: string) => {
      const enrollment = await replica.enrollment();
      if (!enrollment)
        throw new AppError('UNAVAILABLE', 'Connect this device to the server first, then try again.');
      await createSigningKey(side, replica.api, enrollment.deviceId, pin);
      setNow({ hasPin: true, attempts: await attemptsLeft(side) });
    },
    [replica, side],
  );
  return { now, prepare };
}

const SetPin = z
  .object({ pin: Pin, again: z.string(), password: z.string().min(1, 'Enter your password.') })
  .refine(({ pin, again: repeatedPin }) => pin === repeatedPin, {
    path: ['again'],
    message: 'The two PINs differ.',
  });
const UsePin = z.object({ pin: Pin, password: z.string().min(1, 'Enter your password.') });

/** The result of the last attempt. */
interface FormFeedback {
  tone: 'success' | 'warning' | 'danger';
  text: string;
}

interface PinFormProps {
  signing: SigningState;
  onFeedback(feedback: FormFeedback): void;
}

const READY = 'You can sign on this device, also offline.';
const textOf = (error: unknown): string =>
  error instanceof Error ? error.message : 'That did not work. Try again.';

const PinInput = ({ name, label }: { name: string; label: string }) => (
  <FormField name={name} label={label} required empty="">
    {(control) => (
      <TextInput {...control} type="password" inputMode="numeric" maxLength={6} autoComplete="off" />
    )}
  </FormField>
);

const PasswordInput = () => (
  <FormField name="password" label="Your password" required empty="">
    {(control) => <TextInput {...control} type="password" autoComplete="current-password" />}
  </FormField>
);

/** Sets the first PIN, changes it, or replaces a forgotten one; the password is asked each time. */
function SetPinForm({ signing, onFeedback }: PinFormProps) {
  const replica = useReplica();
  const [round, setRound] = useState(0);
  const save = async ({ pin, password }: z.infer<typeof SetPin>): Promise<void> => {
    try {
      await call(setPin, { body: { pin, password } });
    } catch (error) {
      return onFeedback({ tone: 'danger', text: textOf(error) });
    }
    setRound((before) => before + 1);
    try {
      // The server has ended the keys of the former PIN.
      await forgetKeys(replica.store.side);
      await confirmPassword(replica, password);
      await signing.prepare(pin);
      onFeedback({ tone: 'success', text: `The PIN is set. ${READY}` });
    } catch (error) {
      onFeedback({
        tone: 'warning',
        text: `The PIN is set. This device is not ready to sign: ${textOf(error)}`,
      });
    }
  };
  return (
    <Form key={round} schema={SetPin} defaults={{ pin: '', again: '', password: '' }} onSubmit={save}>
      <PinInput name="pin" label="New PIN" />
      <PinInput name="again" label="New PIN again" />
      <PasswordInput />
      <SubmitButton>Set PIN</SubmitButton>
    </Form>
  );
}

/**
 * Enables signing on this device, or unlocks it after five wrong PINs; the server checks the PIN and the
 * password, which a signature asks for again after twelve hours, also offline.
 */
function PrepareForm({ signing, onFeedback, label }: PinFormProps & { label: string }) {
  const replica = useReplica();
  const prepare = async ({ pin, password }: z.infer<typeof UsePin>): Promise<void> => {
    try {
      await confirmPassword(replica, password);
      await signing.prepare(pin);
      onFeedback({ tone: 'success', text: READY });
    } catch (error) {
      onFeedback({ tone: 'danger', text: textOf(error) });
    }
  };
  return (
    <Form schema={UsePin} defaults={{ pin: '', password: '' }} onSubmit={prepare}>
      <PinInput name="pin" label="Your signing PIN" />
      <PasswordInput />
      <SubmitButton>{label}</SubmitButton>
    </Form>
  );
}

const ATTEMPTS = 5;

const attemptsText = (remaining: number): string =>
  `${ATTEMPTS - remaining} wrong ${ATTEMPTS - remaining === 1 ? 'PIN' : 'PINs'}; ${remaining} ${remaining === 1 ? 'attempt is' : 'attempts are'} left`;

/** State of signing on this device, with the one necessary action. */
function DeviceSigning({
  signing,
  onFeedback,
}: {
  signing: SigningState;
  onFeedback(feedback: FormFeedback): void;
}) {
  const { now } = signing;
  if (!now) return <Skeleton label="Loading the signing key" lines={2} />;
  const { attempts, hasPin } = now;
  if (!hasPin)
    return (
      <Notice tone="warning" title="You have no signing PIN yet">
        <p>Set one below. You need a PIN to sign sections and receipts.</p>
      </Notice>
    );
  if (attempts === null)
    return (
      <>
        <p>
          Enter your PIN and your password once while you are online; then you can sign here without a
          network, also when the password is asked again after 12 hours.
        </p>
        <PrepareForm signing={signing} onFeedback={onFeedback} label="Prepare this device" />
      </>
    );
  if (attempts === 0)
    return (
      <>
        <Notice tone="danger" title="Too many attempts. Signing is locked until this device is online.">
          <p>Enter both while you are online to open it. If you forgot the PIN, set a new one below.</p>
        </Notice>
        <PrepareForm signing={signing} onFeedback={onFeedback} label="Open signing" />
      </>
    );
  return (
    <>
      <Notice tone="success" title="You can sign on this device, also offline." />
      {attempts < ATTEMPTS && (
        <Notice tone="warning" title={attemptsText(attempts)}>
          <p>
            After that, signing is locked until this device is online. A right PIN starts the count again.
          </p>
        </Notice>
      )}
    </>
  );
}

/** The signing PIN of this user and the state of signing on this device. */
export function SigningPart() {
  const signing = useSigningState();
  const [feedback, setFeedback] = useState<FormFeedback | null>(null);
  const ready = signing.now?.attempts === ATTEMPTS;
  return (
    <div className="flex flex-col gap-4">
      <Section title="Signing on this device">
        <div className="flex flex-col gap-4">
          {feedback && <Notice tone={feedback.tone} title={feedback.text} />}
          {(feedback?.tone !== 'success' || !ready) && (
            <DeviceSigning signing={signing} onFeedback={setFeedback} />
          )}
        </div>
      </Section>
      <Section
        title={signing.now?.hasPin === false ? 'Set a signing PIN' : 'Change or replace the signing PIN'}
      >
        <p className="mb-4 text-ink-soft">
          Your 6-digit PIN is your signature: keep it secret. To reset it, use your password online. Earlier
          signatures stay valid.
        </p>
        <SetPinForm signing={signing} onFeedback={setFeedback} />
      </Section>
    </div>
  );
}
