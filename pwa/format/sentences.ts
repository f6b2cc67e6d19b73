/** Join texts as sentences: a text that ends with a stop or question mark gets no second one. */
export const joinSentences = (...texts: readonly (string | null | undefined)[]): string =>
  texts
    .filter((text): text is string => Boolean(text))
    .map((text, index, all) => (index < all.length - 1 && !/[.?!]$/.test(text) ? `${text}.` : text))
    .join(' ');
