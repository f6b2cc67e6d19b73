import type { Ref } from 'react';
import { type Control, INPUT_CLASS, inputAttributes } from './control.ts';

interface TextInputProps extends Control<string> {
  type?: 'text' | 'email' | 'password' | 'tel' | 'url' | 'date' | 'time' | 'datetime-local';
  placeholder?: string;
  autoComplete?: string;
  maxLength?: number;
  /** `none` hides the soft keyboard where a scanner types. */
  inputMode?: 'text' | 'none' | 'numeric' | 'email' | 'tel';
  /** Uses tabular digits for identifiers. */
  code?: boolean;
  name?: string;
  ref?: Ref<HTMLInputElement>;
}

/** A single-line input for text, a date (`type="date"`) or a secret. */
export function TextInput(props: TextInputProps) {
  const { type = 'text', code = false, value, onChange, onBlur, autoComplete = 'off', ...rest } = props;
  const { placeholder, maxLength, inputMode, name, ref } = rest;
  return (
    <input
      {...inputAttributes(props)}
      {...{ type, placeholder, maxLength, inputMode, name, autoComplete, ref, onBlur, value }}
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
      className={`${INPUT_CLASS} ${code ? 'code' : ''}`}
    />
  );
}

interface TextAreaProps extends Control<string> {
  rows?: number;
  placeholder?: string;
  maxLength?: number;
}

/** A multi-line text input. */
export function TextArea(props: TextAreaProps) {
  const { value, onChange, onBlur, rows = 3, placeholder, maxLength } = props;
  return (
    <textarea
      {...inputAttributes(props)}
      {...{ value, onBlur, rows, placeholder, maxLength }}
      onChange={(event) => onChange(event.target.value)}
      className={INPUT_CLASS}
    />
  );
}
