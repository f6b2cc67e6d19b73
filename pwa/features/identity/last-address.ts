let last = '';

/** Keeps the e-mail address that was typed on one account page for the next; nothing is stored on the device. */
export function rememberAddress(email: string): void {
  last = email.trim();
}

/** The address that was typed before. */
export const readLastAddress = (): string => last;
