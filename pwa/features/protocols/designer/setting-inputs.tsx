import { useState } from 'react';
import { decimal } from '#db/values/field-types.ts';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { NumberInput } from '#pwa/ui/form/number-input.tsx';
import { type Option, Select } from '#pwa/ui/form/select.tsx';
import { TextArea, TextInput } from '#pwa/ui/form/text-input.tsx';

/** One setting of an item; a change counts at once, and undo takes it back. */
interface SettingProps<Value> {
  label: string;
  value: Value;
  onChange(value: Value): void;
  required?: boolean;
  hint?: string;
  maxLength?: number;
}

export function TextSetting(props: SettingProps<string> & { code?: boolean }) {
  const { label, required, hint, value, onChange, maxLength = 500, code = false } = props;
  return (
    <Field label={label} required={required} hint={hint}>
      {(control) => (
        <TextInput {...control} value={value} onChange={onChange} maxLength={maxLength} code={code} />
      )}
    </Field>
  );
}

/** A text that is null when it is empty. */
export function OptionalTextSetting({
  value,
  onChange,
  ...rest
}: SettingProps<string | null> & { code?: boolean }) {
  return (
    <TextSetting {...rest} value={value ?? ''} onChange={(text) => onChange(text === '' ? null : text)} />
  );
}

/** A text of several lines that is null when it is empty. */
export function LongTextSetting(props: SettingProps<string | null> & { rows?: number }) {
  const { label, hint, value, onChange, maxLength = 20_000, rows = 3 } = props;
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <TextArea
          {...control}
          rows={rows}
          maxLength={maxLength}
          value={value ?? ''}
          onChange={(text) => onChange(text === '' ? null : text)}
        />
      )}
    </Field>
  );
}

interface NumberSettingProps<Value> extends SettingProps<Value | null> {
  unit?: string | undefined;
}

/** The text of a number while it is typed: what is no number yet is not passed on. */
function useNumberText<Value>(
  value: Value | null,
  read: (text: string) => Value | null,
  onChange: (value: Value | null) => void,
) {
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? (value === null ? '' : String(value));
  return {
    value: text,
    isInvalid: text !== '' && read(text) === null,
    onBlur: () => setTyped(null),
    onChange: (next: string) => {
      setTyped(next);
      const number = read(next);
      if (next === '' || number !== null) onChange(number);
    },
  };
}

const readDecimal = (text: string): string | null => (decimal.safeParse(text).success ? text : null);

/** A number with decimal places, stored as text. */
export function DecimalSetting(props: NumberSettingProps<string>) {
  const { label, required, hint, unit, value, onChange } = props;
  const { isInvalid, ...typed } = useNumberText(value, readDecimal, onChange);
  return (
    <Field
      label={label}
      required={required}
      hint={hint}
      error={isInvalid ? `${label}: enter a number.` : null}
    >
      {(control) => <NumberInput {...control} decimal signed unit={unit} {...typed} />}
    </Field>
  );
}

/** A whole number within limits. */
export function WholeSetting(props: NumberSettingProps<number> & { min: number; max: number }) {
  const { label, required, hint, unit, min, max, value, onChange } = props;
  const read = (text: string): number | null => {
    const number = Number(text);
    return text !== '' && Number.isInteger(number) && number >= min && number <= max ? number : null;
  };
  const { isInvalid, ...typed } = useNumberText(value, read, onChange);
  return (
    <Field
      label={label}
      required={required}
      hint={hint}
      error={isInvalid ? `${label}: enter ${min} to ${max}.` : null}
    >
      {(control) => <NumberInput {...control} unit={unit} {...typed} />}
    </Field>
  );
}

/** One of several choices, or none. */
export function ChoiceSetting<Value extends string>(
  props: SettingProps<Value | null> & { options: readonly Option<Value>[]; placeholder?: string },
) {
  const { label, hint, required, value, onChange, options, placeholder = 'None' } = props;
  return (
    <Field label={label} required={required} hint={hint}>
      {(control) => (
        <Select
          {...control}
          options={options}
          placeholder={placeholder}
          value={value ?? ''}
          onChange={(next) => onChange(next === '' ? null : next)}
        />
      )}
    </Field>
  );
}

export function FlagSetting({ label, value, onChange }: SettingProps<boolean>) {
  return <Checkbox label={label} value={value} onChange={onChange} />;
}
