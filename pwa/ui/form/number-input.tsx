import type { ClipboardEvent, KeyboardEvent } from 'react';
import { type Control, INPUT_CLASS, inputAttributes } from './control.ts';

/**
 * The format of a numeric input: whole digits, digits with one dot, and a leading minus only where enabled.
 */
export interface NumericRule {
  decimal: boolean;
  signed: boolean;
}

/** Strip non-numeric characters and keep only the first decimal point (specification section 5). */
export function stripToNumeric(text: string, { decimal, signed }: NumericRule): string {
  const minus = signed && text.trim().startsWith('-') ? '-' : '';
  const digits = text.replace(decimal ? /[^\d.]/g : /\D/g, '');
  const dot = digits.indexOf('.');
  return minus + (dot === -1 ? digits : digits.slice(0, dot + 1) + digits.slice(dot + 1).replaceAll('.', ''));
}

const MOVES = new Set([
  'Delete',
  'Backspace',
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
  'Home',
  'End',
  'Tab',
  'Enter',
  'Escape',
]);

/** Check whether a numeric input accepts a key. */
function allowsNumericKey(key: string, withCommand: boolean, rule: NumericRule): boolean {
  if (withCommand || MOVES.has(key) || key.length > 1) return true;
  return /^\d$/.test(key) || (rule.decimal && key === '.') || (rule.signed && key === '-');
}

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
