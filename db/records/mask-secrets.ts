/** What stands where a link's secret stood. */
export const MASK = '••••••••';

const TOKEN = /([#?&]token=)[^\s"'<>&#]+/g;

/**
 * A text with the secrets of its links taken out: whoever looks after the outbox sees what was sent, and still can open
 * nobody's account with it.
 */
export const maskSecrets = (text: string): string => text.replace(TOKEN, `$1${MASK}`);
