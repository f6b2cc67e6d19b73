import { inflateSync } from 'node:zlib';

// A carriage return before the end belongs to the compressed bytes.
const STREAM = /stream\r?\n([\s\S]*?)\nendstream/g;

/** Return the parts of a PDF document that describe pages, uncompressed. */
function pageStreams(pdf: Buffer): string[] {
  return [...pdf.toString('latin1').matchAll(STREAM)].flatMap(([, body = '']) => {
    try {
      return [inflateSync(Buffer.from(body, 'latin1')).toString('latin1')];
    } catch {
      return [];
    }
  });
}

/** Read the text of a PDF document back, a line for each text that was written. */
export const readPdfText = (pdf: Buffer): string =>
  pageStreams(pdf)
    .flatMap((stream) => [...stream.matchAll(/\[([^\]]*)\] TJ/g)])
    .map(([, parts = '']) =>
      [...parts.matchAll(/<([0-9a-f]+)>/g)]
        .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
        .join(''),
    )
    .join('\n');
