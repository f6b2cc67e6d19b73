import { useState } from 'react';
import { z } from 'zod';
import { MESSAGES } from '#db/errors/messages.ts';
import { NewPassword } from '#db/identity/account-forms.ts';
import { callApi } from '#pwa/api/client.ts';
import { Form } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { SubmitButton } from '#pwa/ui/form/submit-button.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';

const Change = z
  .object({
    currentPassword: z.string().min(1, 'Enter your current password.'),
    newPassword: NewPassword,
    again: z.string(),
  })
  .refine(({ newPassword, again: repeatedPassword }) => newPassword === repeatedPassword, {
    path: ['again'],
    message: 'The two passwords differ.',
  });
const EMPTY = { currentPassword: '', newPassword: '', again: '' };

const FIELDS = [
  { name: 'currentPassword', label: 'Current password', autoComplete: 'current-password' },
  { name: 'newPassword', label: 'New password', autoComplete: 'new-password' },
  { name: 'again', label: 'New password again', autoComplete: 'new-password' },
] as const;

/** Changes the password; every other session of the user ends. */
export function PasswordPart({ hasPassword }: { hasPassword: boolean }) {
  const [round, setRound] = useState(0);
  const [feedback, setFeedback] = useState<{ tone: 'success' | 'danger'; text: string } | null>(null);
  const save = async ({ currentPassword, newPassword }: z.infer<typeof Change>): Promise<void> => {
    try {
      const data = { currentPassword, newPassword };
      await callApi({ path: '/api/auth/password', method: 'PUT', data, answer: z.unknown() });
      setRound((before) => before + 1);
      setFeedback({
        tone: 'success',
        text: 'Your password is changed. Other browsers and handhelds must sign in again.',
      });
    } catch (error) {
      setFeedback({ tone: 'danger', text: error instanceof Error ? error.message : MESSAGES.unknownError });
    }
  };
  return (
    <Section title="Password">
      {hasPassword ? (
        <Form key={round} schema={Change} defaults={EMPTY} onSubmit={save}>
          {FIELDS.map(({ name, label, autoComplete }) => (
            <FormField key={name} name={name} label={label} required empty="">
              {(control) => <TextInput {...control} type="password" autoComplete={autoComplete} />}
            </FormField>
          ))}
          {feedback && <Notice tone={feedback.tone} title={feedback.text} />}
          <SubmitButton>Change password</SubmitButton>
        </Form>
      ) : (
        <p>
          Your account has no password: you sign in with Google or a link. Sign out and use “Forgot password”
          to set one.
        </p>
      )}
    </Section>
  );
}
