import { barcode } from '#db/samples/barcode.ts';
import { sameBarcode } from '#db/values/barcode-value.ts';
import { childRows } from '#pwa/replica/document.ts';
import { findByCode } from '#pwa/replica/read-view.ts';
import type { Replica } from '#pwa/replica/replica.ts';

/** List those of these codes that the lab has printed before, on any device. */
export async function printedBefore(replica: Replica, codes: readonly string[]): Promise<string[]> {
  const known = await Promise.all(codes.map((code) => findByCode(replica, code)));
  return codes.filter((code, index) =>
    known[index]?.some(({ body }) =>
      childRows(barcode, body, 'barcodes').some(
        ({ value, printedAt }) => printedAt !== null && sameBarcode(value, code),
      ),
    ),
  );
}
