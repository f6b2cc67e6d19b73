import { formatPhone } from '#db/values/phone.ts';
import { TextInput } from './text-input.tsx';

/** A phone number input that groups digits 3-3-4 during typing. */
export function PhoneInput(props: Parameters<typeof TextInput>[0]) {
  return (
    <TextInput
      {...props}
      type="tel"
      inputMode="tel"
      value={formatPhone(props.value)}
      onChange={(typed) => props.onChange(formatPhone(typed))}
    />
  );
}
