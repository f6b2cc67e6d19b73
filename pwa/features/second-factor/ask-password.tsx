import { useEffect, useRef } from 'react';
import { z } from 'zod';
import { Button } from '#pwa/ui/button.tsx';
import { Form } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { SubmitButton } from '#pwa/ui/form/submit-button.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { useAttempt } from '#pwa/ui/use-attempt.ts';

const Password = z.object({ password: z.string().min(1, 'Enter your password.') });

interface AskPasswordProps {
  requiresPassword: boolean;
  label: string;
  onConfirm(password: string | null): Promise<void>;
}

/** Asks for the password before a change; continues at once where none is needed. */
export function AskPassword({ requiresPassword, label, onConfirm }: AskPasswordProps) {
  const { problem, busy, attempt } = useAttempt();
  const hasStarted = useRef(false);
  const goOn = useRef(() => attempt(() => onConfirm(null)));
  useEffect(() => {
    if (requiresPassword || hasStarted.current) return;
    hasStarted.current = true;
    void goOn.current();
  }, [requiresPassword]);
  if (!requiresPassword)
    return problem ? (
      <Notice
        tone="danger"
        title={problem.message}
        action={
          <Button busy={busy} onClick={() => void goOn.current()}>
            Try again
          </Button>
        }
      />
    ) : (
      <Skeleton label="Preparing" lines={4} />
    );
  return (
    <Form
      schema={Password}
      defaults={{ password: '' }}
      onSubmit={({ password }) => attempt(() => onConfirm(password))}
      enterSubmits
    >
      {problem && <Notice tone="danger" title={problem.message} />}
      <FormField name="password" label="Password" required empty="" hint="So that nobody else changes this.">
        {(control) => <TextInput {...control} type="password" autoComplete="current-password" />}
      </FormField>
      <SubmitButton wide>{label}</SubmitButton>
    </Form>
  );
}
