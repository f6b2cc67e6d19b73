import type { BusinessEntity } from '#db/values/business-entity.ts';

/** One stroke or area of a logo, as in its SVG file. */
export interface LogoPart {
  path: string;
  fill?: string;
  stroke?: string;
  width?: number;
}

const circle = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
const INK = '#15212a';

/** The logos of the business entities as in `pwa/public/entities/*.svg`, 40 points high. */
export const LOGO_DRAWING: Record<BusinessEntity, readonly LogoPart[]> = {
  WBL: [
    {
      path: 'M10 1H30a9 9 0 0 1 9 9V30a9 9 0 0 1-9 9H10a9 9 0 0 1-9-9V10a9 9 0 0 1 9-9z',
      fill: '#0d5c66',
    },
    { path: 'M8.5 12.5l5.75 15L20 14l5.75 13.5 5.75-15', stroke: '#ffffff', width: 3.4 },
    { path: circle(8.5, 12.5, 2.9), fill: '#ffffff' },
    { path: circle(31.5, 12.5, 2.9), fill: '#ffffff' },
    { path: 'M51 10.5l5.5 19L62 14l5.5 15.5 5.5-19', stroke: INK, width: 4.2 },
    {
      path: 'M82 10.5v19h7.6a5.1 5.1 0 0 0 0-10.2H82h6.6a4.4 4.4 0 0 0 0-8.8z',
      stroke: INK,
      width: 4.2,
    },
    { path: 'M104.5 10.5v19H116', stroke: INK, width: 4.2 },
  ],
  RESONANT: [
    { path: circle(20, 20, 19), fill: '#5b45b5' },
    {
      path: 'M8.5 17.5V22.5M14.25 13V27M20 8.5V31.5M25.75 14.5V25.5M31.5 17.5V22.5',
      stroke: '#ffffff',
      width: 3.2,
    },
    ...[
      'M52 27.5V12.5h5.6a3.9 3.9 0 0 1 0 7.8H52m5.2 0L61.6 27.5',
      'M76.2 12.5H67.8v15h8.4M67.8 20h7',
      'M91.4 14.6c-.9-1.5-2.6-2.3-4.6-2.3-2.6 0-4.4 1.3-4.4 3.5 0 2.3 1.9 3.1 4.7 3.8 2.9.7 4.9 1.6 4.9 4.1 0 2.4-2 4-4.9 4-2.3 0-4.2-1-5.1-2.7',
      'M104.8 12.5a6.8 7.5 0 0 0 0 15 6.8 7.5 0 0 0 0-15z',
      'M117.8 27.5V12.5l10.4 15V12.5',
      'M134.4 27.5l6.1-15 6.1 15M136.5 22.6h8',
      'M152.8 27.5V12.5l10.4 15V12.5',
      'M169.4 12.5h11.2M175 12.5V27.5',
    ].map((path) => ({ path, stroke: INK, width: 2.9 })),
  ],
};
