import type { Control } from './control.ts';
import { TextInput } from './text-input.tsx';

/** A signing PIN while it is typed: six digits, hidden, kept by no browser. */
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
