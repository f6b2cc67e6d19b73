import type { Specimen } from '#db/specimens/specimen.ts';
import { sha256 } from '#db/values/sha256.ts';

/** Stands for the rows of an order as somebody saw them: it is another as soon as one comes, goes or is changed. */
export const rowsMark = (rows: readonly Pick<Specimen, 'id' | 'version'>[]): Promise<string> =>
  sha256(
    rows
      .map(({ id, version }) => `${id}:${version}`)
      .sort()
      .join(' '),
  );
