import { z } from 'zod';

/** The kinds of records that one search finds, in the order of its groups. */
export const SEARCHED_KINDS = [
  'Order',
  'Specimen',
  'Sample',
  'Batch',
  'StorageManagement',
  'Project',
  'Company',
  'User',
  'Invoice',
] as const;
export const SearchedKind = z.enum(SEARCHED_KINDS);
export type SearchedKind = z.infer<typeof SearchedKind>;

/** Shorter texts have no trigram, so no index would answer them. */
export const MIN_SEARCH_LENGTH = 3;
/** The most hits of one kind; the list of the kind has all. */
export const MAX_HITS_PER_KIND = 5;

export const SearchText = z.strictObject({ text: z.string().trim().min(MIN_SEARCH_LENGTH).max(100) });

/** A record that a search found, without patient data. */
export const SearchHit = z.object({
  kind: SearchedKind,
  id: z.string(),
  /** Its number or name. */
  title: z.string(),
  /** State and relations in one line. */
  detail: z.string(),
});
export type SearchHit = z.infer<typeof SearchHit>;

export const SearchHits = z.object({ hits: z.array(SearchHit) });
export type SearchHits = z.infer<typeof SearchHits>;
