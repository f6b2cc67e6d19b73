import { Send } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { EmailAddress } from '#db/values/email-address.ts';
import { readLastAddress, rememberAddress } from '#pwa/features/identity/account-client.ts';
import { SubmitProblem } from '#pwa/features/identity/account-fields.tsx';
import { Form, SubmitButton } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { useAttempt } from '#pwa/ui/use-attempt.ts';

const AddressInput = z.object({ email: EmailAddress });

interface AskAddressFormProps {
  button: string;
  /** Requests the email; the returned message is shown. */
  send(email: string): Promise<{ message: string }>;
}

/** Asks for an address to send a link to; the confirmation is the same for every address. */
export function AskAddressForm({ button, send }: AskAddressFormProps) {
  const [sentMessage, setSentMessage] = useState<string | null>(null);
  const { problem, attempt } = useAttempt();
  const submit = ({ email }: z.infer<typeof AddressInput>) =>
    attempt(async () => {
      setSentMessage(null);
      rememberAddress(email);
      setSentMessage((await send(email)).message);
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
