import { UserRoundCheck } from 'lucide-react';
import { z } from 'zod';
import { AcceptInvitation } from '#db/identity/account-forms.ts';
import { Form } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { SubmitButton } from '#pwa/ui/form/submit-button.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { useAttempt } from '#pwa/ui/use-attempt.ts';
import { acceptInvitation } from './account-client.ts';
import { GoogleLink, useIsGoogleOffered } from './google-link.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { SubmitProblem } from './submit-problem.tsx';

/** The server's own schema of the names. */
const NewMember = z.object({ person: AcceptInvitation.shape.person.unwrap().unwrap() });

interface NewMemberFormProps {
  token: string;
  email: string;
  onJoined(): Promise<void>;
}

/** Names and a password of a new user, or Google with the invited address. */
export function NewMemberForm({ token, email, onJoined }: NewMemberFormProps) {
  const google = useIsGoogleOffered();
  const { problem, attempt } = useAttempt();
  const submit = ({ person }: z.infer<typeof NewMember>) =>
    attempt(async () => {
      await acceptInvitation({ token, person });
      await onJoined();
    });
  const defaults = { person: { firstName: '', lastName: '', password: '' } };
  return (
    <Form schema={NewMember} defaults={defaults} onSubmit={submit} enterSubmits>
      <SubmitProblem problem={problem} />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField name="person.firstName" label="First name" required empty="">
          {(control) => <TextInput {...control} autoComplete="given-name" />}
        </FormField>
        <FormField name="person.lastName" label="Last name" required empty="">
          {(control) => <TextInput {...control} autoComplete="family-name" />}
        </FormField>
      </div>
      {/* Password managers store the password under this name. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordField name="person.password" owner={[email.split('@')[0] ?? '']} />
      <SubmitButton icon={UserRoundCheck} wide>
        Accept the invitation
      </SubmitButton>
      {google && <GoogleLink route="/" label={`Go on with Google as ${email}`} />}
    </Form>
  );
}
