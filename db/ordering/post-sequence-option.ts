import { z } from 'zod';

/** What happens to the remaining material. */
export const POST_SEQUENCE_OPTIONS = ['DESTROY', 'SHIP', 'STORE'] as const;
export const PostSequenceOption = z.enum(POST_SEQUENCE_OPTIONS);
export type PostSequenceOption = z.infer<typeof PostSequenceOption>;

/** The label of each on screens. */
export const POST_SEQUENCE_OPTION: Record<PostSequenceOption, string> = {
  DESTROY: 'Destroy',
  SHIP: 'Ship back',
  STORE: 'Store',
};
