import { useState } from 'react';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { type FormFeedback, PrepareForm, SetPinForm } from './pin-forms.tsx';
import { type SigningState, useSigningState } from './use-signing-state.ts';

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
  if (!now) return <Skeleton label="Reading the signing key" lines={2} />;
  const { attempts, hasPin } = now;
  if (!hasPin)
    return (
      <Notice tone="warning" title="You have no signing PIN yet">
        <p>Set one below. Without it you cannot sign sections or deliveries.</p>
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
          The PIN has 6 digits and stands for your signature: tell it to nobody. If you forgot it, set a new
          one with your password while you are online. What you have signed stays signed.
        </p>
        <SetPinForm signing={signing} onFeedback={setFeedback} />
      </Section>
    </div>
  );
}
