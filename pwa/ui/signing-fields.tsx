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
}

/** The password when it is due, then the PIN. Nothing here submits, because scanners send Enter. */
export function SigningFields({ value, passwordDue, problem, onChange }: SigningFieldsProps) {
  return (
    <>
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
    </>
  );
}
