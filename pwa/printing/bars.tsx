import { symbolPath } from './symbol-path.ts';

/** A barcode that a hand scanner reads from paper, with its text below. */
export function Bars({ text, heightMm }: { text: string; heightMm: number }) {
  const { path, columns } = symbolPath('CODE_128', text);
  const moduleMm = 0.3;
  return (
    <svg
      role="img"
      aria-label={`Barcode ${text}`}
      width={`${(columns + 20) * moduleMm}mm`}
      height={`${heightMm}mm`}
      viewBox={`-10 0 ${columns + 20} 1`}
      preserveAspectRatio="none"
    >
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
