import { useState } from 'react';
import { z } from 'zod';
import { callApi } from '#pwa/api/client.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { confirmPassword } from '#pwa/replica/password-check.ts';
import { forgetKeys } from '#pwa/replica/signing-key.ts';
import { Form } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { SubmitButton } from '#pwa/ui/form/submit-button.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import type { SigningState } from './use-signing-state.ts';

const Pin = z.string().regex(/^\d{6}$/, 'A PIN has 6 digits.');
const SetPin = z
  .object({ pin: Pin, again: z.string(), password: z.string().min(1, 'Enter your password.') })
  .refine(({ pin, again: repeatedPin }) => pin === repeatedPin, {
    path: ['again'],
    message: 'The two PINs differ.',
  });
const UsePin = z.object({ pin: Pin, password: z.string().min(1, 'Enter your password.') });

/** The result of the last attempt. */
export interface FormFeedback {
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
export function SetPinForm({ signing, onFeedback }: PinFormProps) {
  const replica = useReplica();
  const [round, setRound] = useState(0);
  const save = async ({ pin, password }: z.infer<typeof SetPin>): Promise<void> => {
    try {
      await callApi({
        path: '/api/auth/pin',
        method: 'PUT',
        data: { pin, password },
        answer: z.object({ ok: z.literal(true) }),
      });
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
export function PrepareForm({ signing, onFeedback, label }: PinFormProps & { label: string }) {
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
