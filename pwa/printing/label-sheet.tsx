import type { Ref } from 'react';
import {
  dotsOf,
  LABEL_STOCK,
  type LabelContent,
  type LabelDpi,
  type LabelKind,
} from '#db/labels/label-kind.ts';
import { layoutLabel, TEXT_EDGE_MM } from '#db/labels/label-layout.ts';
import { symbolPath } from './symbol-path.ts';

export interface LabelSvgProps {
  kind: LabelKind;
  content: LabelContent;
  dpi: LabelDpi;
}

// The widest capitals and digits among the fallback fonts of devices.
const WIDEST_LETTER = 0.8;

/**
 * A label at its exact size: one unit is one printer dot, so no bar or module is ever blurred between two
 * dots.
 */
export function LabelSvg({ kind, content, dpi }: LabelSvgProps) {
  const { widthMm, heightMm, symbol: type } = LABEL_STOCK[kind];
  const { width, height, symbol, lines } = layoutLabel(kind, content, dpi);
  const symbolShape = symbolPath(type, content.barcode);
  const across = symbol.module / symbolShape.perModule;
  const edge = width - Math.ceil(dotsOf(TEXT_EDGE_MM, dpi));
  const down = type === 'CODE_128' ? symbol.height : across;
  return (
    <svg
      role="img"
      aria-label={`Label ${content.barcode}`}
      width={`${widthMm}mm`}
      height={`${heightMm}mm`}
      viewBox={`0 0 ${width} ${height}`}
      style={{ display: 'block', background: '#fff' }}
    >
      <path
        d={symbolShape.path}
        fill="#000"
        fillRule="evenodd"
        shapeRendering="crispEdges"
        transform={`translate(${symbol.x} ${symbol.y}) scale(${across} ${down})`}
      />
      {lines.map((line, index) => (
        <text
          key={line.y}
          x={line.x}
          y={line.y + line.height * 0.8}
          fontSize={line.height}
          fontWeight={index === 0 ? 700 : 400}
          fontFamily="Arial, 'Liberation Sans', Helvetica, sans-serif"
          fill="#000"
          // Text keeps a distance from the edge of the label, whatever font the device has.
          {...(line.text.length * line.height * WIDEST_LETTER > edge - line.x
            ? { textLength: line.width, lengthAdjust: 'spacingAndGlyphs' as const }
            : {})}
        >
          {line.text}
        </text>
      ))}
    </svg>
  );
}

/** The CSS page rules for a kind of label: the page is the label, without margins. */
export const labelPageStyle = (kind: LabelKind): string => {
  const { widthMm, heightMm } = LABEL_STOCK[kind];
  return [
    `@page { size: ${widthMm}mm ${heightMm}mm; margin: 0; }`,
    'html, body { margin: 0 !important; padding: 0 !important; background: #fff; }',
    `.label-page { width: ${widthMm}mm; height: ${heightMm}mm; overflow: hidden; break-after: page; break-inside: avoid; }`,
    '.label-page:last-child { break-after: auto; }',
  ].join('\n');
};

export interface LabelSheetProps {
  kind: LabelKind;
  labels: readonly LabelContent[];
  copies: number;
  dpi: LabelDpi;
  ref?: Ref<HTMLDivElement>;
}

/** All labels of a job, one per page; the copies of a label follow each other. */
export function LabelSheet({ kind, labels, copies, dpi, ref }: LabelSheetProps) {
  const pages = labels.flatMap((content) =>
    Array.from({ length: copies }, (_, copy) => ({ content, key: `${content.barcode}-${copy}` })),
  );
  return (
    <div ref={ref}>
      {pages.map(({ content, key }) => (
        <div key={key} className="label-page">
          <LabelSvg kind={kind} content={content} dpi={dpi} />
        </div>
      ))}
    </div>
  );
}
