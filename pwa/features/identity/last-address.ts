let last = '';

/** Remember the typed email address for the next account page, in memory only. */
export function rememberAddress(email: string): void {
  last = email.trim();
}

/** The email address typed before. */
export const readLastAddress = (): string => last;
