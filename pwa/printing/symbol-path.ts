import { code128, datamatrix, qrcode } from 'bwip-js/generic';
import type { LabelSymbol } from '#db/labels/label-kind.ts';

/** A symbol as an SVG path, with the number of modules that it is wide and high. */
export interface SymbolPath {
  path: string;
  /** Units of the path that one module takes. */
  perModule: number;
  columns: number;
  rows: number;
}

/** Collects what bwip-js draws as one path instead of a whole picture. */
const collectPath = () => {
  let path = '';
  let size = { width: 0, height: 0 };
  return {
    scale: () => null,
    measure: () => ({ width: 0, ascent: 0, descent: 0 }),
    init: (width: number, height: number) => {
      size = { width, height };
    },
    // Bars come as lines by their middle, odd widths rounded up; each becomes a box one unit high.
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

/** Draws a QR code, two units a module, for a phone's camera. */
export function qrPath(text: string): SymbolPath {
  const { path, width, height } = qrcode({ bcid: 'qrcode', text, scale: 1 }, collectPath());
  return { path, perModule: 2, columns: width / 2, rows: height / 2 };
}

/** Draws the symbol of a label; Data Matrix takes two units a module, bars one. */
export function symbolPath(symbol: LabelSymbol, text: string): SymbolPath {
  if (symbol === 'CODE_128') {
    const { path, width } = code128({ bcid: 'code128', text, scale: 1 }, collectPath());
    return { path, perModule: 1, columns: width, rows: 1 };
  }
  const { path, width, height } = datamatrix({ bcid: 'datamatrix', text, scale: 1 }, collectPath());
  return { path, perModule: 2, columns: width / 2, rows: height / 2 };
}
