import type { Field } from './field.ts';

const ANSWERS: Readonly<Record<string, string>> = { true: 'Yes', false: 'No' };
const BOOLEAN_BY_WORD: Readonly<Record<string, string>> = {
  true: 'true',
  yes: 'true',
  false: 'false',
  no: 'false',
};

/** A recorded value as people read it: a question is answered by Yes or No. */
export const formatFieldValue = (field: Pick<Field, 'type'>, value: string): string =>
  field.type === 'BOOLEAN' ? (ANSWERS[value] ?? value) : value;

/** What a person means who answers a question in words, or null. */
export const parseBooleanAnswer = (text: string): string | null =>
  BOOLEAN_BY_WORD[text.trim().toLowerCase()] ?? null;
