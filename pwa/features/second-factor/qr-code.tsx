import { qrPath } from '#pwa/printing/symbol-path.ts';

// The quiet zone that cameras need around a code.
const MARGIN = 4;

/** A QR code, dark on white in every theme; `label` describes its content. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, perModule, columns, rows } = qrPath(text);
  const edge = MARGIN * perModule;
  const [width, height] = [columns * perModule + 2 * edge, rows * perModule + 2 * edge];
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-edge} ${-edge} ${width} ${height}`}
      className="size-48 max-w-full rounded-md border border-line bg-white"
      shapeRendering="crispEdges"
    >
      <rect x={-edge} y={-edge} width={width} height={height} fill="#fff" />
      <path d={path} fill="#000" fillRule="evenodd" />
    </svg>
  );
}
