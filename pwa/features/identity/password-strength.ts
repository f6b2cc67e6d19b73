const MIN_LENGTH = 12;
const LONG = 16;

/** Strength of a new password as text. `level` fills the meter, 0 to 4. */
export interface PasswordStrength {
  level: 0 | 1 | 2 | 3 | 4;
  text: string;
}

const kindsOf = (password: string): number =>
  [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(password)).length;

/** Rate a password by length: a long one is strong, unless it is repetitive or contains the user's name. */
export function passwordStrength(password: string, owner: readonly string[] = []): PasswordStrength {
  const length = [...password].length;
  if (length === 0)
    return { level: 0, text: `At least ${MIN_LENGTH} characters. A few unrelated words work well.` };
  if (length < MIN_LENGTH) {
    const missing = MIN_LENGTH - length;
    return { level: 1, text: `${missing} more ${missing === 1 ? 'character' : 'characters'} needed.` };
  }
  const lower = password.toLowerCase();
  const containsOwnName = owner.some((part) => part.length >= 3 && lower.includes(part.toLowerCase()));
  if (new Set(lower).size < 6) return { level: 2, text: 'Long enough, but it repeats itself.' };
  if (containsOwnName) return { level: 2, text: 'Long enough, but it contains your name or email address.' };
  if (length >= LONG || kindsOf(password) >= 3) return { level: 4, text: 'Strong.' };
  return { level: 3, text: 'Good. Longer is stronger.' };
}
