import { type ComponentProps, useEffect, useState } from 'react';
import { formatPhone } from '#db/values/phone.ts';
import { TextInput } from './text-input.tsx';

interface CountryPhoneInputProps extends ComponentProps<typeof TextInput> {
  /** The country of numbers without a country code. */
  country?: string;
}

/** Report whether a number cannot be one of its country; the numbering plans load with the first number. */
async function isDoubtful(number: string, country: string): Promise<boolean> {
  const { isPossiblePhoneNumber, isSupportedCountry } = await import('libphonenumber-js/min');
  return !isPossiblePhoneNumber(number, isSupportedCountry(country) ? country : 'US');
}

/** A phone number of any country as it is typed. Says when it has too many or too few digits. */
export function CountryPhoneInput({ country = 'US', ...props }: CountryPhoneInputProps) {
  const { value } = props;
  const [doubtful, setDoubtful] = useState<string | null>(null);
  useEffect(() => {
    if (value.replace(/\D/g, '').length < 4) return;
    let isCurrent = true;
    // Without a connection the number is checked by the server only.
    void isDoubtful(value, country).then(
      (doubt) => isCurrent && setDoubtful(doubt ? value : null),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [value, country]);
  return (
    <>
      <TextInput
        {...props}
        type="tel"
        inputMode="tel"
        value={formatPhone(value)}
        onChange={(typed) => props.onChange(typed)}
      />
      <p aria-live="polite" data-tone="warning" className="mt-1 text-sm text-tone-ink empty:hidden">
        {doubtful === value && value !== '' && !props.invalid ? 'Check the number of digits.' : ''}
      </p>
    </>
  );
}
