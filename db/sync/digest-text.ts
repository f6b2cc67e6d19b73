/** One document in a digest. */
export interface DigestLine {
  id: string;
  rev: number;
}

/**
 * Build the text whose SHA-256 (hex, UTF-8) is a collection's digest: lines `id|rev`, sorted by code unit,
 * joined by a line feed.
 */
export const digestText = (documents: readonly DigestLine[]): string =>
  documents
    .map(({ id, rev }) => `${id}|${rev}`)
    .sort()
    .join('\n');
