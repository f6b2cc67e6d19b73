import { expect, test } from 'vitest';
import { signInProblem, toneOfSignIn } from './sign-in-problem.ts';

test('a device that was offline too long is asked to sign in, and its work is said to be kept', () => {
  expect(signInProblem('OfflineTooLong').text).toContain('your unsent work is kept');
  expect(toneOfSignIn('OfflineTooLong')).toBe('info');
});

test('no text of a stranger’s link is shown', () => {
  for (const code of ['<b>call 555</b>', 'constructor', '__proto__'])
    expect(signInProblem(code).title).toBe('Sign-in did not work');
  expect(toneOfSignIn('Verification')).toBe('danger');
});
