/** Replaces the secret of a link. */
export const MASK = '••••••••';

const TOKEN = /([#?&]token=)[^\s"'<>&#]+/g;

/**
 * Mask the secrets of a text's links: who manages the outbox sees what was sent, but cannot open anybody's
 * account with it.
 */
export const maskSecrets = (text: string): string => text.replace(TOKEN, `$1${MASK}`);
