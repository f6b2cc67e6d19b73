import type { ReactNode } from 'react';
import { useController } from 'react-hook-form';
import { humanize } from '#pwa/format/names.ts';
import type { Control } from './control.ts';
import { Field } from './field.tsx';

/** Format a field's error by the rule of specification section 5; `path` is the field's dotted name. */
export function fieldErrorText(path: string, own: string | undefined, custom?: string): string {
  if (own) return own;
  const parts = path.split('.');
  const name = parts.at(-1) ?? path;
  if (parts.at(-2) === 'billingAddress') return `Billing ${humanize(name).toLowerCase()} is required`;
  return custom ?? `${humanize(name)} is invalid or missing.`;
}

interface FormFieldProps<Value> {
  /** Dotted name of the value in the form. */
  name: string;
  label: string;
  required?: boolean;
  hint?: ReactNode;
  /** Replaces "{Field} is invalid or missing." when the error has no text of its own. */
  message?: string;
  /** The value of an input that was never filled. */
  empty: Value;
  children(control: Control<Value>): ReactNode;
}

/**
 * Connects an input with the form around it:
 * `<FormField name="pin" label="PIN" empty="">{(c) => <NumberInput {...c} />}</FormField>`.
 */
export function FormField<Value>({
  name,
  label,
  required = false,
  hint,
  message,
  empty,
  children,
}: FormFieldProps<Value>) {
  const { field, fieldState } = useController({ name });
  const error = fieldState.error ? fieldErrorText(name, fieldState.error.message, message) : null;
  const value: Value = field.value ?? empty;
  return (
    <Field label={label} required={required} hint={hint} error={error}>
      {(control) =>
        children({
          ...control,
          value,
          onChange: field.onChange,
          onBlur: field.onBlur,
          disabled: field.disabled,
        })
      }
    </Field>
  );
}
