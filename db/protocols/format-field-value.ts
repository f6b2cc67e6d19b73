import type { Field } from './field.ts';

const ANSWERS: Readonly<Record<string, string>> = { true: 'Yes', false: 'No' };
const BOOLEAN_BY_WORD: Readonly<Record<string, string>> = {
  true: 'true',
  yes: 'true',
  false: 'false',
  no: 'false',
};

/** Format a recorded value for people: answers to a question become Yes or No. */
export const formatFieldValue = (field: Pick<Field, 'type'>, value: string): string =>
  field.type === 'BOOLEAN' ? (ANSWERS[value] ?? value) : value;

/** Parse the answer to a yes/no question; null when the text is neither. */
export const parseBooleanAnswer = (text: string): string | null =>
  BOOLEAN_BY_WORD[text.trim().toLowerCase()] ?? null;
