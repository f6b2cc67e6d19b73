import type { Ref } from 'react';
import type { LabelContent } from '#db/labels/label-content.ts';
import { LABEL_STOCK, type LabelDpi, type LabelKind } from '#db/labels/label-kind.ts';
import { LabelSvg } from './label-svg.tsx';

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
