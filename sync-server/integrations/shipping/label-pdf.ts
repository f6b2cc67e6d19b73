import bwipjs from 'bwip-js/node';
import PDFDocument from 'pdfkit';
import type { Consignment, ShipmentAddress } from './port.ts';

/** Four by six inches, the format of label printers. */
const SIZE: [number, number] = [288, 432];
const MARGIN = 16;
const WIDTH = SIZE[0] - 2 * MARGIN;

const linesOf = ({
  name,
  company,
  line1,
  line2,
  city,
  state,
  postalCode,
  country,
}: ShipmentAddress): string =>
  [name, company, line1, line2, `${city}, ${state} ${postalCode}`, country].filter(Boolean).join('\n');

/** Render the label of a simulated shipment; it states that no carrier accepts it. */
export async function labelPdf(
  { from, to, measures, reference }: Consignment,
  { carrier, service, trackingNumber }: { carrier: string; service: string; trackingNumber: string },
): Promise<Buffer> {
  const symbol = await bwipjs.toBuffer({ bcid: 'code128', text: trackingNumber, scale: 3, height: 16 });
  return new Promise((resolve, reject) => {
    const pdfDocument = new PDFDocument({
      size: SIZE,
      margin: MARGIN,
      info: { Title: `Label ${trackingNumber}` },
    });
    const parts: Buffer[] = [];
    pdfDocument.on('data', (part: Buffer) => parts.push(part));
    pdfDocument.on('end', () => resolve(Buffer.concat(parts)));
    pdfDocument.on('error', reject);
    const line = (y: number) =>
      pdfDocument
        .moveTo(MARGIN, y)
        .lineTo(SIZE[0] - MARGIN, y)
        .stroke();
    const text = (content: string, y: number, size: number, height: number, font = 'Helvetica') =>
      pdfDocument
        .font(font)
        .fontSize(size)
        .text(content, MARGIN, y, { width: WIDTH, height, ellipsis: true });
    text(`${carrier} ${service}`, 18, 18, 22, 'Helvetica-Bold');
    text('Simulated carrier: not valid for transport', 42, 9, 12);
    line(58);
    text('FROM', 64, 8, 10, 'Helvetica-Bold');
    text(linesOf(from), 75, 9, 68);
    line(148);
    text('TO', 155, 9, 12, 'Helvetica-Bold');
    text(linesOf(to), 168, 13, 98, 'Helvetica-Bold');
    line(272);
    text(
      `${(measures.grams / 1000).toFixed(1)} kg, ${measures.count} box(es)   Ref ${reference}`,
      278,
      9,
      12,
    );
    pdfDocument.image(symbol, MARGIN, 298, { fit: [WIDTH, 84], align: 'center' });
    text(trackingNumber, 390, 13, 16, 'Courier-Bold');
    pdfDocument.end();
  });
}
