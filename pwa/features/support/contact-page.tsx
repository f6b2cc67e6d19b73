import { useMutation } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import {
  SUPPORT_SUBJECT,
  SUPPORT_SUBJECTS,
  SupportReference,
  SupportRequest,
  type SupportSubject,
} from '#db/support/support-request.ts';
import { callApi } from '#pwa/api/client.ts';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Form } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { SubmitButton } from '#pwa/ui/form/submit-button.tsx';
import { TextArea } from '#pwa/ui/form/text-area.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page, Section } from '#pwa/ui/page.tsx';

const SUBJECTS = SUPPORT_SUBJECTS.map((value) => ({ value, label: SUPPORT_SUBJECT[value] }));
const BREADCRUMBS = [{ label: 'Support', href: '/support' }];

/** A message to the people of the lab, answered by e-mail under the reference that is shown afterwards. */
export function ContactPage({ email }: { email: string }) {
  const send = useMutation({
    networkMode: 'always',
    mutationFn: (data: SupportRequest) =>
      callApi({ path: '/api/support', method: 'POST', data, answer: SupportReference }),
  });
  if (send.data)
    return (
      <Page title="Contact Us" breadcrumbs={BREADCRUMBS}>
        <div role="status">
          <EmptyState icon={MailCheck} title={`Sent: ${send.data.reference}`}>
            We answer to {email}. Name this reference when you call or write again.
          </EmptyState>
        </div>
      </Page>
    );
  const problem = send.error instanceof AppError ? send.error.message : MESSAGES.unknownError;
  return (
    <Page title="Contact Us" breadcrumbs={BREADCRUMBS}>
      <div className="max-w-2xl">
        <Section title="Write to us">
          <Form
            schema={SupportRequest}
            defaults={{ about: '', message: '' }}
            onSubmit={(request) =>
              send.mutateAsync(request).then(
                () => undefined,
                () => undefined,
              )
            }
          >
            {send.error && <Notice tone="danger" title={problem} />}
            <FormField<SupportSubject | ''>
              name="subject"
              label="What is it about?"
              required
              empty=""
              message="Choose what it is about"
            >
              {(control) => <Select<SupportSubject> {...control} placeholder="Choose" options={SUBJECTS} />}
            </FormField>
            <FormField
              name="about"
              label="Number"
              empty=""
              hint="Of the order, requisition or invoice, if it is about one"
            >
              {(control) => <TextInput {...control} maxLength={60} code />}
            </FormField>
            <FormField name="message" label="Message" required empty="" hint="Name no patients in it.">
              {(control) => <TextArea {...control} rows={6} maxLength={5000} />}
            </FormField>
            <SubmitButton>Send message</SubmitButton>
          </Form>
        </Section>
      </div>
    </Page>
  );
}
