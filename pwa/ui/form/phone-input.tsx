import { formatPhone } from '#db/values/phone.ts';
import { TextInput } from './text-input.tsx';

/** A phone number of any country as it is typed; ten digits are shown in groups. */
export function PhoneInput(props: Parameters<typeof TextInput>[0]) {
  return <TextInput {...props} type="tel" inputMode="tel" value={formatPhone(props.value)} />;
}
