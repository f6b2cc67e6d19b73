import { Send } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import type { resendVerification, sendPasswordLink } from '#db/api/identity/accounts.ts';
import { EmailAddress } from '#db/values/email-address.ts';
import { call } from '#pwa/api/call.ts';
import { readLastAddress, rememberAddress, SubmitProblem } from '#pwa/features/identity/account-fields.tsx';
import { Form, SubmitButton } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { useAttempt } from '#pwa/ui/use-attempt.ts';

const AddressInput = z.object({ email: EmailAddress });

interface AskAddressFormProps {
  button: string;
  /** The call that sends the email; the message in its answer is shown. */
  sends: typeof resendVerification | typeof sendPasswordLink;
}

/** Asks for an address to send a link to; the confirmation is the same for every address. */
export function AskAddressForm({ button, sends }: AskAddressFormProps) {
  const [sentMessage, setSentMessage] = useState<string | null>(null);
  const { problem, attempt } = useAttempt();
  const submit = ({ email }: z.infer<typeof AddressInput>) =>
    attempt(async () => {
      setSentMessage(null);
      rememberAddress(email);
      setSentMessage((await call(sends, { body: { email } })).message);
    });
  return (
    <Form schema={AddressInput} defaults={{ email: readLastAddress() }} onSubmit={submit} enterSubmits>
      <SubmitProblem problem={problem} />
      {sentMessage && (
        <Notice tone="success" title="Check your mail">
          <p>{sentMessage} Nothing there after a few minutes? Look into the spam folder.</p>
        </Notice>
      )}
      <FormField name="email" label="Email" required empty="">
        {(control) => <TextInput {...control} type="email" inputMode="email" autoComplete="username" />}
      </FormField>
      <SubmitButton icon={Send} wide>
        {sentMessage ? 'Send again' : button}
      </SubmitButton>
    </Form>
  );
}
