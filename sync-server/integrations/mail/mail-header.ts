/** Reduce a header's text to one line, so that a name or subject cannot inject another header. */
export const singleLine = (text: string, limit = 200): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    // Bidirectional controls and half characters would show another text than was written.
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\p{Cs}]/gu, '')
    .replace(/ {2,}/g, ' ')
    .trim()
    .slice(0, limit);
