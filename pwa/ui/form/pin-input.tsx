import type { Control } from './control.ts';
import { TextInput } from './text-input.tsx';

/** An input for a signing PIN: six digits, masked, never stored by the browser. */
export function PinInput({ onChange, ...control }: Control<string>) {
  return (
    <TextInput
      {...control}
      type="password"
      inputMode="numeric"
      autoComplete="off"
      maxLength={6}
      onChange={(text) => onChange(text.replace(/\D/g, ''))}
    />
  );
}
