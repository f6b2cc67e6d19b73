import { type Control, INPUT_CLASS, inputAttributes } from './control.ts';

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
