import { useState } from 'react';
import { z } from 'zod';
import { MESSAGES } from '#db/errors/messages.ts';
import type { OwnAccount } from '#db/identity/own-account.ts';
import { PersonChange } from '#db/identity/people-forms.ts';
import { callApi } from '#pwa/api/client.ts';
import { Form } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { PhoneInput } from '#pwa/ui/form/phone-input.tsx';
import { SubmitButton } from '#pwa/ui/form/submit-button.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { toast } from '#pwa/ui/toast.tsx';

/** Names and phone, which the user edits; managers edit role and organization. */
export function ProfilePart({ account, onChanged }: { account: OwnAccount; onChanged(): void }) {
  const [problem, setProblem] = useState<string | null>(null);
  const save = async (data: PersonChange): Promise<void> => {
    try {
      await callApi({ path: '/api/users/profile', method: 'PATCH', data, answer: z.unknown() });
      setProblem(null);
      toast.success('Your details are saved.');
      onChanged();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : MESSAGES.unknownError);
    }
  };
  const { firstName, lastName, phone } = account;
  return (
    <Section title="Your details">
      <Form
        key={`${firstName}|${lastName}|${phone}`}
        schema={PersonChange}
        defaults={{ firstName, lastName, phone: phone ?? '' }}
        onSubmit={save}
      >
        <FormField name="firstName" label="First name" required empty="">
          {(control) => <TextInput {...control} autoComplete="given-name" />}
        </FormField>
        <FormField name="lastName" label="Last name" required empty="">
          {(control) => <TextInput {...control} autoComplete="family-name" />}
        </FormField>
        <FormField name="phone" label="Phone" hint="10 digits." empty="">
          {(control) => <PhoneInput {...control} autoComplete="tel" />}
        </FormField>
        {problem && <Notice tone="danger" title={problem} />}
        <SubmitButton>Save your details</SubmitButton>
      </Form>
    </Section>
  );
}
