import { expect, test } from 'vitest';
import { knownSignInError, SIGN_IN_ERRORS } from './sign-in-errors.ts';

// Specification 8, word for word; the last two by their Auth.js names.
const SPECIFIED = [
  'SessionRequired',
  'MISSING_NEXTAUTH_API_ROUTE_ERROR',
  'NO_SECRET',
  'CALLBACK_CREDENTIALS_HANDLER_ERROR',
  'EMAIL_REQUIRES_ADAPTER_ERROR',
  'MISSING_ADAPTER_METHODS_ERROR',
  'CALLBACK_CREDENTIALS_JWT_ERROR',
  'INVALID_CALLBACK_URL_ERROR',
  'OAuthCallbackError',
  'OAuthAccountNotLinked',
];

test.each(SPECIFIED)('%s has a text with advice', (code) => {
  const { title, text } = SIGN_IN_ERRORS[knownSignInError(code)];
  expect(knownSignInError(code)).toBe(code);
  expect(title).not.toBe('');
  expect(text).toMatch(/^[A-Z].*\.$/);
});

test('an unknown code gets the general text', () => {
  for (const code of ['', 'constructor', '<b>', null, 7, ['SessionRequired']])
    expect(knownSignInError(code)).toBe('Default');
});
