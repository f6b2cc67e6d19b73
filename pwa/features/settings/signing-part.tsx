import { useState } from 'react';
import { z } from 'zod';
import { callApi } from '#pwa/api/client.ts';
import { Form } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { SubmitButton } from '#pwa/ui/form/submit-button.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { type SigningState, useSigningState } from './use-signing-state.ts';

const Pin = z.string().regex(/^\d{6}$/, 'A PIN has 6 digits.');
const SetPin = z
  .object({ pin: Pin, again: z.string(), password: z.string().min(1, 'Enter your password.') })
  .refine(({ pin, again }) => pin === again, { path: ['again'], message: 'The two PINs differ.' });
const UsePin = z.object({ pin: Pin });

interface Said {
  tone: 'success' | 'danger';
  text: string;
}

const problemOf = (error: unknown): Said => ({
  tone: 'danger',
  text: error instanceof Error ? error.message : 'That did not work. Try again.',
});

const PinInput = ({ name, label }: { name: string; label: string }) => (
  <FormField name={name} label={label} required empty="">
    {(control) => (
      <TextInput {...control} type="password" inputMode="numeric" maxLength={6} autoComplete="off" />
    )}
  </FormField>
);

function SetPinForm({ signing, onSaid }: { signing: SigningState; onSaid(said: Said): void }) {
  const [round, setRound] = useState(0);
  const save = async ({ pin, password }: z.infer<typeof SetPin>): Promise<void> => {
    try {
      await callApi({
        path: '/api/auth/pin',
        method: 'PUT',
        data: { pin, password },
        answer: z.object({ ok: z.literal(true) }),
      });
      setRound((before) => before + 1);
      await signing.prepare(pin);
      onSaid({ tone: 'success', text: 'The PIN is set, and you can sign on this device, also offline.' });
    } catch (error) {
      onSaid(problemOf(error));
    }
  };
  return (
    <Form key={round} schema={SetPin} defaults={{ pin: '', again: '', password: '' }} onSubmit={save}>
      <PinInput name="pin" label="New PIN" />
      <PinInput name="again" label="New PIN again" />
      <FormField name="password" label="Your password" required empty="">
        {(control) => <TextInput {...control} type="password" autoComplete="current-password" />}
      </FormField>
      <SubmitButton>Set PIN</SubmitButton>
    </Form>
  );
}

function PrepareForm({ signing, onSaid }: { signing: SigningState; onSaid(said: Said): void }) {
  const prepare = async ({ pin }: z.infer<typeof UsePin>): Promise<void> => {
    try {
      await signing.prepare(pin);
      onSaid({ tone: 'success', text: 'You can sign on this device, also offline.' });
    } catch (error) {
      onSaid(problemOf(error));
    }
  };
  return (
    <Form schema={UsePin} defaults={{ pin: '' }} onSubmit={prepare}>
      <PinInput name="pin" label="Your signing PIN" />
      <SubmitButton>Prepare this device</SubmitButton>
    </Form>
  );
}

/** Sets the signing PIN and prepares this device for signing offline. */
export function SigningPart() {
  const signing = useSigningState();
  const [said, setSaid] = useState<Said | null>(null);
  return (
    <>
      <Section title="Signing on this device">
        <div className="flex flex-col gap-4">
          {said && <Notice tone={said.tone} title={said.text} />}
          {signing.prepared && said?.tone !== 'success' && (
            <Notice tone="success" title="You can sign on this device, also offline." />
          )}
          {signing.prepared === false && (
            <>
              <p>Enter your PIN once while you are online; then you can sign here without a network.</p>
              <PrepareForm signing={signing} onSaid={setSaid} />
            </>
          )}
        </div>
      </Section>
      <Section title="Set or change the signing PIN">
        <SetPinForm signing={signing} onSaid={setSaid} />
      </Section>
    </>
  );
}
