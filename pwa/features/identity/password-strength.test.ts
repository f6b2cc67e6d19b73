import { expect, test } from 'vitest';
import { NewPassword } from '#db/identity/account-forms.ts';
import { passwordStrength } from './password-strength.ts';

test('a short password shows how many characters are missing, as the server counts them', () => {
  expect(passwordStrength('elevenchars').text).toBe('1 more character needed.');
  expect(NewPassword.safeParse('elevenchars').success).toBe(false);
  expect(passwordStrength('twelve chars').level).toBeGreaterThan(1);
  expect(NewPassword.safeParse('twelve chars').success).toBe(true);
});

test("a long password is strong, unless it is repetitive or contains the user's name", () => {
  expect(passwordStrength('correct horse battery').level).toBe(4);
  expect(passwordStrength('aaaaaaaaaaaaaaaa').level).toBe(2);
  expect(passwordStrength('nora-nguyen-1234', ['Nora']).level).toBe(2);
  expect(passwordStrength('tubesandracks').level).toBe(3);
});
