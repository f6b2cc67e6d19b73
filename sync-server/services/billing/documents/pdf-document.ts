import PDFDocument from 'pdfkit';
import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { LOGO_DRAWING } from './logo-drawing.ts';

/** Characters beyond Latin-1 that the standard PDF fonts contain. */
const WINDOWS_1252_EXTRAS = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';
/** Letters that are not a plain letter with a diacritic. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  ı: 'i',
  Ħ: 'H',
  ħ: 'h',
};

const isThere = (sign: string): boolean =>
  /^[\n\x20-\x7e\xa0-\xff]$/.test(sign) || WINDOWS_1252_EXTRAS.includes(sign);

function printed(sign: string): string {
  if (isThere(sign)) return sign;
  // These fonts have no minus sign; the dash has the same width.
  if (sign === '\u2212') return '–';
  if (sign === '\u2010' || sign === '\u2011') return '-';
  const replacement = PLAIN_LETTERS[sign] ?? sign.normalize('NFKD').replace(/\p{M}/gu, '');
  return replacement !== '' && [...replacement].every(isThere) ? replacement : '?';
}

/**
 * Convert a text to the characters of the PDF fonts: diacritics that the fonts do not have are removed, and
 * unknown characters become a question mark, never nothing.
 */
export const printable = (text: string): string => [...text.normalize('NFC')].map(printed).join('');

export const LEFT_MARGIN = 56;
export const RIGHT = 556;
export const BOTTOM = 724;
/** Height of the line with the page number. */
const FOOT = 750;
const LINE_GAP = 2;
const INK = '#15212a';
const SOFT = '#4a5863';
export const LINE = '#dbe2e6';

/** A column of a PDF table; amounts are right-aligned. */
export interface PdfColumn {
  title: string;
  width: number;
  right?: boolean;
}

/** A text block under a small heading; blocks without a width share the remaining space. */
export interface PdfBlock {
  title: string;
  text: string;
  width?: number;
}

interface Type {
  size?: number;
  bold?: boolean;
  soft?: boolean;
}

/** A letter-size PDF document in a business entity's design, written from top to bottom. */
export class PdfDocument {
  protected readonly document: PDFKit.PDFDocument;
  private readonly entity: BusinessEntity;
  private readonly name: string;
  private readonly done: Promise<Buffer>;
  protected y = 56;

  constructor(entity: BusinessEntity, about: { title: string; at: string; foot?: string }) {
    this.entity = entity;
    this.name = about.foot ?? about.title;
    const { displayName } = ENTITY_PROFILE[entity];
    this.document = new PDFDocument({
      size: 'LETTER',
      margin: 0,
      // The number of pages is known only at the end.
      bufferPages: true,
      // Equal rows must give equal bytes.
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
    this.document.save().translate(LEFT_MARGIN, 44);
    for (const { path, fill, stroke, width } of LOGO_DRAWING[this.entity]) {
      const outline = this.document.path(path);
      if (fill) outline.fill(fill);
      else
        outline
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

  protected type({ size = 10, bold = false, soft = false }: Type): void {
    this.document
      .font(bold ? 'Helvetica-Bold' : 'Helvetica')
      .fontSize(size)
      .fillColor(soft ? SOFT : INK);
  }

  protected heightOf(text: string, width: number, type: Type = {}): number {
    this.type(type);
    const printableText = printable(text);
    return this.document.heightOfString(printableText === '' ? ' ' : printableText, {
      width,
      lineGap: LINE_GAP,
    });
  }

  protected write(text: string, at: Type & { x: number; y: number; width: number; right?: boolean }): number {
    const { x, y, width, right = false } = at;
    const height = this.heightOf(text, width, at);
    this.document.text(printable(text), x, y, { width, align: right ? 'right' : 'left', lineGap: LINE_GAP });
    return height;
  }

  /** Continue on the next page if the given height does not fit. */
  protected need(height: number): boolean {
    if (this.y + height <= BOTTOM) return false;
    this.document.addPage({ size: 'LETTER', margin: 0 });
    this.y = 56;
    return true;
  }

  /** Write the document's title. */
  title(text: string, sideText = ''): void {
    const height = this.write(text, { x: LEFT_MARGIN, y: this.y, width: 330, size: 22, bold: true });
    if (sideText)
      this.write(sideText, { x: 386, y: this.y + 4, width: 170, size: 14, bold: true, right: true });
    this.y += height + 12;
  }

  /** Write text blocks side by side, each under a small heading. */
  blocks(blocks: readonly PdfBlock[]): void {
    const fixedBlocks = blocks.filter(({ width }) => width !== undefined);
    const remainingWidth = RIGHT - LEFT_MARGIN - fixedBlocks.reduce((sum, { width = 0 }) => sum + width, 0);
    let x = LEFT_MARGIN;
    const heights = blocks.map(
      ({ title, text, width = remainingWidth / (blocks.length - fixedBlocks.length) }) => {
        const head = this.write(title, { x, y: this.y, width: width - 16, size: 9, soft: true });
        const height = head + this.write(text, { x, y: this.y + head, width: width - 16 });
        x += width;
        return height;
      },
    );
    this.y += Math.max(0, ...heights) + 20;
  }

  private rule(): void {
    this.document.moveTo(LEFT_MARGIN, this.y).lineTo(RIGHT, this.y).lineWidth(0.75).stroke(LINE);
    this.y += 6;
  }

  private rowHeight(columns: readonly PdfColumn[], cells: readonly string[]): number {
    return Math.max(12, ...columns.map(({ width }, at) => this.heightOf(cells[at] ?? '', width - 8))) + 5;
  }

  private row(columns: readonly PdfColumn[], cells: readonly string[], head: boolean): void {
    let x = LEFT_MARGIN;
    const height = this.rowHeight(columns, cells);
    for (const [index, { width, right = false }] of columns.entries()) {
      const at = { x: right ? x + 8 : x, y: this.y, width: width - 8, right };
      this.write(cells[index] ?? '', { ...at, ...(head ? { size: 9, soft: true } : {}) });
      x += width;
    }
    this.y += height;
  }

  /**
   * Write a table; its head is repeated on every page, and its last row stays together with the given
   * following height.
   */
  table(columns: readonly PdfColumn[], rows: readonly (readonly string[])[], below = 0): void {
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
    for (const [at, cells] of rows.entries()) {
      const follows = at === rows.length - 1 ? below : 0;
      if (this.need(this.rowHeight(columns, cells) + follows)) head();
      this.row(columns, cells, false);
    }
    this.rule();
    this.y += 6;
  }

  /** Return the height of so many totals, with the line above them. */
  static sumsHeight = (count: number): number => count * 20 + 12;

  /** Write totals below a table, on the right. */
  sums(rows: readonly { label: string; value: string; bold?: boolean }[]): void {
    this.need(rows.length * 20);
    for (const { label, value, bold = false } of rows) {
      this.write(label, { x: 320, y: this.y, width: 130, bold });
      this.y += this.write(value, { x: 450, y: this.y, width: RIGHT - 450, bold, right: true }) + 4;
    }
    this.y += 14;
  }

  /** Write a paragraph under a heading. */
  paragraph(title: string, text: string): void {
    this.need(this.heightOf(text, RIGHT - LEFT_MARGIN) + 30);
    this.y += this.write(title, { x: LEFT_MARGIN, y: this.y, width: 500, bold: true }) + 2;
    this.y += this.write(text, { x: LEFT_MARGIN, y: this.y, width: 500 }) + 12;
  }

  /** Number the pages if there are several. */
  private foot(): void {
    const { start, count } = this.document.bufferedPageRange();
    for (let at = 0; count > 1 && at < count; at += 1) {
      this.document.switchToPage(start + at);
      const line = { y: FOOT, size: 9, soft: true };
      this.write(this.name, { ...line, x: LEFT_MARGIN, width: 380 });
      this.write(`Page ${at + 1} of ${count}`, { ...line, x: RIGHT - 100, width: 100, right: true });
    }
  }

  /** Return the finished PDF. */
  finish(): Promise<Buffer> {
    this.foot();
    this.document.end();
    return this.done;
  }
}
