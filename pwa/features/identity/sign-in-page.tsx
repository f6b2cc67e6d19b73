import { LogIn } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { Form } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { SubmitButton } from '#pwa/ui/form/submit-button.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { signInErrorText, signInWithPassword } from './auth-client.ts';

const SignIn = z.object({
  email: z.email('Enter your e-mail address.'),
  password: z.string().min(1, 'Enter your password.'),
});

interface SignInPageProps {
  /** A code that a guard or the server put in the address, for example SessionRequired. */
  errorCode?: string | undefined;
  /** Goes on to the page that was asked for. */
  onSignedIn(): Promise<void> | void;
}

/** E-mail and password, inside the authentication layout's card. */
export function SignInPage({ errorCode, onSignedIn }: SignInPageProps) {
  const [problem, setProblem] = useState(errorCode ? signInErrorText(errorCode) : null);
  const submit = async (values: z.infer<typeof SignIn>): Promise<void> => {
    setProblem(null);
    try {
      await signInWithPassword(values.email, values.password);
      await onSignedIn();
    } catch (error) {
      setProblem(error instanceof AppError ? error.message : MESSAGES.unknownError);
    }
  };
  return (
    <>
      <h1 className="mb-4 font-semibold text-xl">Sign in</h1>
      {problem && (
        <div className="mb-4">
          <Notice tone={errorCode === 'SessionRequired' ? 'info' : 'danger'} title={problem} />
        </div>
      )}
      <Form schema={SignIn} defaults={{ email: '', password: '' }} onSubmit={submit} enterSubmits>
        <FormField name="email" label="Email" required empty="">
          {(control) => <TextInput {...control} type="email" autoComplete="username" inputMode="email" />}
        </FormField>
        <FormField name="password" label="Password" required empty="">
          {(control) => <TextInput {...control} type="password" autoComplete="current-password" />}
        </FormField>
        <SubmitButton icon={LogIn} wide>
          Sign in
        </SubmitButton>
      </Form>
    </>
  );
}
