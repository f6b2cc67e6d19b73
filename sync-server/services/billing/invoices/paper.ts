import PDFDocument from 'pdfkit';
import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { LOGO_DRAWING } from './logo-drawing.ts';

const LEFT = 56;
const RIGHT = 556;
const BOTTOM = 712;
const INK = '#15212a';
const SOFT = '#4a5863';
const LINE = '#dbe2e6';

/** A column of a table on paper; money stands on the right. */
export interface PaperColumn {
  title: string;
  width: number;
  right?: boolean;
}

/** Letters outside Latin-1 are not in the fonts that every reader has: they are shown as a question mark, never dropped. */
export const printable = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[–—−]/g, '-')
    .replace(/[^\n\x20-\x7e\xa0-\xff]/g, '?');

/** A letter-size paper in the look of a business unit, on which an invoice or statement is written from top to bottom. */
export class Paper {
  private readonly document: PDFKit.PDFDocument;
  private readonly entity: BusinessEntity;
  private readonly done: Promise<Buffer>;
  private y = 56;

  constructor(entity: BusinessEntity, about: { title: string; at: string }) {
    this.entity = entity;
    const { displayName } = ENTITY_PROFILE[entity];
    this.document = new PDFDocument({
      size: 'LETTER',
      margin: 0,
      // The same rows give the same bytes.
      info: { Title: about.title, Author: displayName, CreationDate: new Date(about.at) },
    });
    const chunks: Buffer[] = [];
    this.done = new Promise((resolve, reject) => {
      this.document.on('data', (chunk: Buffer) => chunks.push(chunk));
      this.document.on('end', () => resolve(Buffer.concat(chunks)));
      this.document.on('error', reject);
    });
    this.head();
  }

  private head(): void {
    this.document.save().translate(LEFT, 44);
    for (const { path, fill, stroke, width } of LOGO_DRAWING[this.entity]) {
      const drawn = this.document.path(path);
      if (fill) drawn.fill(fill);
      else
        drawn
          .lineWidth(width ?? 1)
          .lineCap('round')
          .lineJoin('round')
          .stroke(stroke ?? INK);
    }
    this.document.restore();
    const { billingAddress, supportAddress } = ENTITY_PROFILE[this.entity];
    this.write([...billingAddress, supportAddress].join('\n'), {
      x: 336,
      y: 44,
      width: 220,
      soft: true,
      right: true,
    });
    this.y = 128;
  }

  private write(
    text: string,
    at: {
      x: number;
      y: number;
      width: number;
      size?: number;
      bold?: boolean;
      soft?: boolean;
      right?: boolean;
    },
  ): number {
    const { x, y, width, size = 10, bold = false, soft = false, right = false } = at;
    const shown = printable(text);
    this.document
      .font(bold ? 'Helvetica-Bold' : 'Helvetica')
      .fontSize(size)
      .fillColor(soft ? SOFT : INK);
    const options = { width, align: right ? ('right' as const) : ('left' as const), lineGap: 2 };
    this.document.text(shown, x, y, options);
    return this.document.heightOfString(shown === '' ? ' ' : shown, options);
  }

  /** Goes on with the next page when so much does not fit any more. */
  private need(height: number): boolean {
    if (this.y + height <= BOTTOM) return false;
    this.document.addPage({ size: 'LETTER', margin: 0 });
    this.y = 56;
    return true;
  }

  /** What the paper is, in large letters. */
  title(text: string, beside = ''): void {
    const height = this.write(text, { x: LEFT, y: this.y, width: 330, size: 22, bold: true });
    if (beside) this.write(beside, { x: 386, y: this.y + 4, width: 170, size: 14, bold: true, right: true });
    this.y += height + 12;
  }

  /** Blocks of words beside each other, each under a small heading. */
  blocks(blocks: readonly { title: string; text: string }[]): void {
    const width = (RIGHT - LEFT) / blocks.length;
    const heights = blocks.map(({ title, text }, index) => {
      const x = LEFT + index * width;
      const head = this.write(title, { x, y: this.y, width: width - 16, size: 9, soft: true });
      return head + this.write(text, { x, y: this.y + head, width: width - 16 });
    });
    this.y += Math.max(0, ...heights) + 20;
  }

  private rule(): void {
    this.document.moveTo(LEFT, this.y).lineTo(RIGHT, this.y).lineWidth(0.75).stroke(LINE);
    this.y += 6;
  }

  private row(columns: readonly PaperColumn[], cells: readonly string[], head: boolean): void {
    let x = LEFT;
    const heights = columns.map(({ width, right = false }, index) => {
      const height = this.write(cells[index] ?? '', {
        x,
        y: this.y,
        width: width - 8,
        size: head ? 9 : 10,
        soft: head,
        right,
      });
      x += width;
      return height;
    });
    this.y += Math.max(12, ...heights) + 5;
  }

  /** A table; its head is repeated on every page. */
  table(columns: readonly PaperColumn[], rows: readonly (readonly string[])[]): void {
    const head = (): void => {
      this.row(
        columns,
        columns.map(({ title }) => title),
        true,
      );
      this.rule();
    };
    this.need(60);
    head();
    for (const cells of rows) {
      if (this.need(40)) head();
      this.row(columns, cells, false);
    }
    this.rule();
    this.y += 6;
  }

  /** Sums below a table, on the right. */
  sums(rows: readonly { label: string; value: string; bold?: boolean }[]): void {
    this.need(rows.length * 20);
    for (const { label, value, bold = false } of rows) {
      this.write(label, { x: 320, y: this.y, width: 130, bold });
      this.y += this.write(value, { x: 450, y: this.y, width: 98, bold, right: true }) + 4;
    }
    this.y += 14;
  }

  /** A paragraph under a heading. */
  paragraph(title: string, text: string): void {
    this.need(80);
    this.y += this.write(title, { x: LEFT, y: this.y, width: 500, bold: true }) + 2;
    this.y += this.write(text, { x: LEFT, y: this.y, width: 500 }) + 12;
  }

  /** The finished paper. */
  finish(): Promise<Buffer> {
    this.document.end();
    return this.done;
  }
}
