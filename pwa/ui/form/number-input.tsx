import type { ClipboardEvent, KeyboardEvent } from 'react';
import { type Control, INPUT_CLASS, inputAttributes } from './control.ts';
import { allowsNumericKey, stripToNumeric } from './numeric-text.ts';

interface NumberInputProps extends Control<string> {
  /** Also accepts one dot. */
  decimal?: boolean;
  /** Also accepts a leading minus, for temperatures. */
  signed?: boolean;
  /** The unit at the right, for instance ng/µL. */
  unit?: string | undefined;
  placeholder?: string;
}

/** A number stored as text, so that no digit is lost; accepts only numeric keys and strips pasted text. */
export function NumberInput(props: NumberInputProps) {
  const { decimal = false, signed = false, unit, value, onChange, onBlur, placeholder } = props;
  const rule = { decimal, signed };
  const refuse = (event: KeyboardEvent): void => {
    const withCommand = event.ctrlKey || event.metaKey || event.altKey;
    if (!allowsNumericKey(event.key, withCommand, rule)) event.preventDefault();
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>): void => {
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    const start = selectionStart ?? value.length;
    const pasted = event.clipboardData.getData('text');
    onChange(
      stripToNumeric(value.slice(0, start) + pasted.trim() + value.slice(selectionEnd ?? start), rule),
    );
  };
  return (
    <div className="relative">
      <input
        {...inputAttributes(props)}
        {...{ value, onBlur, placeholder }}
        inputMode={decimal ? 'decimal' : 'numeric'}
        autoComplete="off"
        onKeyDown={refuse}
        onPaste={paste}
        onChange={(event) => onChange(stripToNumeric(event.target.value, rule))}
        className={`${INPUT_CLASS} tabular-nums ${unit ? 'pr-16' : ''}`}
      />
      {unit && (
        <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-ink-soft text-sm">
          {unit}
        </span>
      )}
    </div>
  );
}
