import { type KeyboardEvent, useEffect, useRef } from 'react';
import { formatDate } from '#pwa/format/dates.ts';
import { ToneBadge } from './badge.tsx';
import { useScanGuard } from './dialog/use-scan-guard.ts';
import { Field } from './form/field.tsx';
import { PinInput } from './form/pin-input.tsx';
import { TextInput } from './form/text-input.tsx';
import { Notice } from './notice.tsx';

/** The input of the signing fields. */
export interface Typed {
  pin: string;
  password: string;
}
export const NOTHING_TYPED: Typed = { pin: '', password: '' };

/** Check whether the input is complete enough to try. */
export const readyToSign = ({ pin, password }: Typed, passwordDue: boolean): boolean =>
  /^\d{6}$/.test(pin) && (!passwordDue || password !== '');

interface SigningFieldsProps {
  value: Typed;
  /** The session is older than 12 h: the password is required first. */
  passwordDue: boolean;
  problem?: string | null;
  onChange(value: Typed): void;
  /** Enter signs when the input is complete; the Enter of a scan never does. */
  onSign(): void;
}

/** Focus the first field: the person who asked to sign types next. A tab that is being walked through keeps the focus. */
function useFirstFieldFocus(passwordDue: boolean) {
  const fields = useRef<HTMLDivElement>(null);
  // Whether the password is due may be known only after the fields are shown.
  const first = passwordDue ? 'input' : 'input[inputmode=numeric]';
  useEffect(() => {
    // The dialog focuses its heading first.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement?.getAttribute('role') !== 'tab')
        fields.current?.querySelector<HTMLInputElement>(first)?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [first]);
  return fields;
}

/** The password when it is due, then the PIN. */
export function SigningFields({ value, passwordDue, problem, onChange, onSign }: SigningFieldsProps) {
  const fields = useFirstFieldFocus(passwordDue);
  const guard = useScanGuard();
  const enter = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.defaultPrevented) return;
    event.preventDefault();
    if (readyToSign(value, passwordDue)) onSign();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only listens to Enter in the fields inside
    <div ref={fields} className="flex flex-col gap-4" onKeyDownCapture={guard} onKeyDown={enter}>
      {problem && <Notice tone="danger" title={problem} />}
      {passwordDue && (
        <Field
          label="Password"
          required
          hint="You signed in more than 12 hours ago, so it is asked once more."
        >
          {(control) => (
            <TextInput
              {...control}
              type="password"
              autoComplete="current-password"
              value={value.password}
              onChange={(password) => onChange({ ...value, password })}
            />
          )}
        </Field>
      )}
      <Field
        label="Signing PIN"
        required
        hint="6 digits. Five wrong PINs lock signing until this device is online."
      >
        {(control) => (
          <PinInput {...control} value={value.pin} onChange={(pin) => onChange({ ...value, pin })} />
        )}
      </Field>
    </div>
  );
}

/** The displayed fields of a signature. */
interface ShownSignature {
  type: 'SIGNED' | 'REVIEWED';
  occurredAt: string;
  verified: 'PENDING' | 'OK' | 'FAILED';
  signatureProof: string | null;
}

const TYPE_TEXT: Record<ShownSignature['type'], string> = { SIGNED: 'Signed', REVIEWED: 'Reviewed' };

/** Whether the proof was verified; an approval from an older device has none. */
function Verification({ verified, signatureProof }: ShownSignature) {
  if (verified === 'FAILED') return <ToneBadge tone="danger" label="Could not be verified" />;
  if (verified === 'OK') return <ToneBadge tone="success" label="Verified" />;
  return signatureProof === null ? (
    <ToneBadge tone="neutral" label="Without PIN" />
  ) : (
    <ToneBadge tone="info" label="Saved on this device" />
  );
}

interface SignatureLineProps {
  /** Meaning, name and role, as `signatureText` formats them. */
  text: string;
  signature: ShownSignature;
  /** Why the signature no longer counts, in two or three words. */
  voidText?: string;
}

/** One signature of a list: who signed in which role, when, and whether it was verified. */
export function SignatureLine({ text, signature, voidText }: SignatureLineProps) {
  return (
    <li className="flex flex-wrap items-center gap-2 py-1.5">
      {/* Next to two badges a phone has no space for a name, so names are below them. */}
      <span className="min-w-0 flex-1 basis-48">
        <span className="block font-medium">{text}</span>
        <span className="block text-ink-soft text-sm">
          {`${TYPE_TEXT[signature.type]} ${formatDate(signature.occurredAt, 'monthDayAtTime')}`}
        </span>
      </span>
      {voidText && signature.verified !== 'FAILED' && <ToneBadge tone="neutral" label={voidText} />}
      <Verification {...signature} />
    </li>
  );
}
