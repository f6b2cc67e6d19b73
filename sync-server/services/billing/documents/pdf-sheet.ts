import { BOTTOM, LEFT_MARGIN, LINE, PdfDocument, printable, RIGHT } from './pdf-document.ts';

/** Width of the narrowest bar, which hand scanners read from paper. */
const BARCODE_MODULE = 0.85;
const GRID_ROW = 17;
/** Width of the names of a grid's rows. */
const GRID_HEAD = 12;
/** Height of an entry in columns. */
const ENTRY_HEIGHT = 11;

/** Returns the lines of a cell of a grid. */
type PdfGridCells = (row: string, column: string) => readonly string[];

/** A PDF document with barcodes, grids and lists in columns. */
export class PdfSheet extends PdfDocument {
  /** Write one line that fits its width, for example the content of a well. */
  private fittedLine(text: string, at: { x: number; y: number; width: number; size: number }): void {
    const { x, y, width, size } = at;
    this.type({ size });
    this.document.text(printable(text), x, y, { width, height: size, ellipsis: true, lineBreak: false });
  }

  /** Draw a barcode of bars, each by its left edge and width in modules. */
  barcode(bars: readonly { x: number; width: number }[], height = 30): void {
    this.need(height + 12);
    for (const { x, width } of bars)
      this.document.rect(LEFT_MARGIN + x * BARCODE_MODULE, this.y, width * BARCODE_MODULE, height);
    this.document.fill('#000');
    this.y += height + 12;
  }

  /** Draw a grid of named cells below a heading, with names of its rows and columns; it stays on one page. */
  grid(title: string, rows: readonly string[], columns: readonly string[], cells: PdfGridCells): void {
    this.need(rows.length * GRID_ROW + 30);
    this.y += this.write(title, { x: LEFT_MARGIN, y: this.y, width: 500, bold: true }) + 2;
    const width = (RIGHT - LEFT_MARGIN - GRID_HEAD) / columns.length;
    const columnX = (column: number): number => LEFT_MARGIN + GRID_HEAD + column * width;
    for (const [at, name] of columns.entries())
      this.fittedLine(name, { x: columnX(at) + 2, y: this.y, width, size: 7 });
    this.y += 10;
    for (const rowName of rows) {
      this.fittedLine(rowName, { x: LEFT_MARGIN, y: this.y + 5, width: GRID_HEAD, size: 7 });
      for (const [at, column] of columns.entries()) {
        this.document.rect(columnX(at), this.y, width, GRID_ROW).lineWidth(0.5).stroke(LINE);
        for (const [line, text] of cells(rowName, column).entries())
          this.fittedLine(text, { x: columnX(at) + 2, y: this.y + 2 + line * 7, width: width - 4, size: 6 });
      }
      this.y += GRID_ROW;
    }
    this.y += 12;
  }

  /** Write short entries in columns, from top to bottom and then to the right, page by page. */
  columns(entries: readonly string[], count: number): void {
    const width = (RIGHT - LEFT_MARGIN) / count;
    let rest = entries;
    while (rest.length > 0) {
      this.need(ENTRY_HEIGHT);
      const fits = Math.max(1, Math.floor((BOTTOM - this.y) / ENTRY_HEIGHT));
      const lines = Math.min(fits, Math.ceil(rest.length / count));
      for (const [at, text] of rest.slice(0, lines * count).entries())
        this.fittedLine(text, {
          x: LEFT_MARGIN + Math.floor(at / lines) * width,
          y: this.y + (at % lines) * ENTRY_HEIGHT,
          width: width - 8,
          size: 8,
        });
      this.y += lines * ENTRY_HEIGHT + 8;
      rest = rest.slice(lines * count);
    }
  }
}
