import type { Specimen } from '#db/specimens/specimen.ts';
import { sha256 } from '#db/values/canonical-json.ts';

/**
 * Return a version mark of the rows of an order as a person saw them: it differs as soon as a row is added,
 * removed or changed.
 */
export const rowsMark = (rows: readonly Pick<Specimen, 'id' | 'version'>[]): Promise<string> =>
  sha256(
    rows
      .map(({ id, version }) => `${id}:${version}`)
      .sort()
      .join(' '),
  );
