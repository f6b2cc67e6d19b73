import { useWatch } from 'react-hook-form';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { PasswordInput } from './account-fields.tsx';
import { passwordStrength } from './password-strength.ts';

const LEVEL_TONES = ['neutral', 'danger', 'warning', 'info', 'success'] as const;

/** Field for a new password; its strength is shown during typing. */
export function NewPasswordField({
  name,
  label = 'Password',
  owner = [],
}: {
  name: string;
  label?: string;
  /** The user's names and address, which must not be the password. */
  owner?: readonly string[];
}) {
  const typed: unknown = useWatch({ name });
  const { level, text } = passwordStrength(typeof typed === 'string' ? typed : '', owner);
  const meter = (
    <span className="mt-2 flex flex-col gap-1.5" data-tone={LEVEL_TONES[level]}>
      <span aria-hidden className="grid grid-cols-4 gap-1">
        {[1, 2, 3, 4].map((part) => (
          <span key={part} className={`h-1 rounded-full ${part <= level ? 'bg-tone' : 'bg-sunken'}`} />
        ))}
      </span>
      <span>{text}</span>
    </span>
  );
  return (
    <FormField name={name} label={label} required empty="" hint={meter}>
      {(control) => <PasswordInput {...control} autoComplete="new-password" />}
    </FormField>
  );
}
