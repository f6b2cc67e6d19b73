/** The props that all inputs share, so that each works inside a Field or alone. */
export interface Control<Value> {
  id?: string | undefined;
  value: Value;
  onChange(value: Value): void;
  onBlur?: (() => void) | undefined;
  invalid?: boolean | undefined;
  describedBy?: string | undefined;
  disabled?: boolean | undefined;
  required?: boolean | undefined;
}

/** The classes of a text input. */
export const INPUT_CLASS =
  'block w-full min-h-control rounded-md border border-line-strong bg-surface px-3 py-1.5 text-ink placeholder:text-ink-soft ' +
  'disabled:bg-sunken disabled:text-ink-soft disabled:border-line aria-invalid:border-2 aria-invalid:border-tone';

/** Return the attributes that connect an input with its label, hint and error. */
export function inputAttributes(
  control: Pick<Control<unknown>, 'id' | 'invalid' | 'describedBy' | 'disabled' | 'required'>,
) {
  return {
    id: control.id,
    disabled: control.disabled,
    'aria-invalid': control.invalid || undefined,
    'aria-required': control.required || undefined,
    'aria-describedby': control.describedBy,
    'data-tone': control.invalid ? 'danger' : undefined,
  };
}
