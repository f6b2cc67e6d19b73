import { code128, datamatrix, qrcode } from 'bwip-js/generic';
import type { LabelSymbol } from '#db/labels/label-kind.ts';

/** A symbol as an SVG path, with its width and height in modules. */
export interface SymbolPath {
  path: string;
  /** Path units per module. */
  perModule: number;
  columns: number;
  rows: number;
}

/** Collects the drawing of bwip-js as one path instead of a picture. */
const collectPath = () => {
  let path = '';
  let size = { width: 0, height: 0 };
  return {
    scale: () => null,
    measure: () => ({ width: 0, ascent: 0, descent: 0 }),
    init: (width: number, height: number) => {
      size = { width, height };
    },
    // Bars arrive as lines by their center, odd widths rounded up; each becomes a box one unit high.
    line: (x: number, _y0: number, _x1: number, _y1: number, width: number) => {
      path += `M${x - Math.ceil(width / 2)} 0h${width}v1h-${width}z`;
    },
    polygon: (points: [number, number][]) => {
      path += `M${points.map(([x, y]) => `${x} ${y}`).join('L')}z`;
    },
    hexagon: () => {},
    ellipse: () => {},
    fill: () => {},
    text: () => {},
    end: () => ({ path, ...size }),
  };
};

/** Draw a QR code for a phone's camera, with two units per module. */
export function qrPath(text: string): SymbolPath {
  const { path, width, height } = qrcode({ bcid: 'qrcode', text, scale: 1 }, collectPath());
  return { path, perModule: 2, columns: width / 2, rows: height / 2 };
}

/** Draw the symbol of a label; Data Matrix has two units per module, bars one. */
export function symbolPath(symbol: LabelSymbol, text: string): SymbolPath {
  if (symbol === 'CODE_128') {
    const { path, width } = code128({ bcid: 'code128', text, scale: 1 }, collectPath());
    return { path, perModule: 1, columns: width, rows: 1 };
  }
  const { path, width, height } = datamatrix({ bcid: 'datamatrix', text, scale: 1 }, collectPath());
  return { path, perModule: 2, columns: width / 2, rows: height / 2 };
}
