import { expect, test } from 'vitest';
import { signInProblem, toneOfSignIn } from './sign-in-client.ts';

test('a device that was offline too long must sign in, and its work is reported as kept', () => {
  expect(signInProblem('OfflineTooLong').text).toContain('your unsent work is kept');
  expect(toneOfSignIn('OfflineTooLong')).toBe('info');
});

test('no text from a forged link is shown', () => {
  for (const code of ['<b>call 555</b>', 'constructor', '__proto__'])
    expect(signInProblem(code).title).toBe('Sign-in did not work');
  expect(toneOfSignIn('Verification')).toBe('danger');
});
