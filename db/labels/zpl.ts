import { LABEL_STOCK, type LabelContent, type LabelDpi, type LabelKind } from './label-kind.ts';
import { layoutLabel, textWidth } from './label-layout.ts';

const COMMAND_CHARACTERS = /[\^~\\]/g;

/** Escape field data whose command characters are sent as hexadecimal, after `^FH\`. */
export const zplText = (text: string): string =>
  text.replace(COMMAND_CHARACTERS, (character) => `\\${character.charCodeAt(0).toString(16).toUpperCase()}`);

const field = (data: string): string => `^FH\\^FD${zplText(data)}^FS`;

/** Render a label as ZPL for a printer resolution. */
export function zplLabel(kind: LabelKind, content: LabelContent, dpi: LabelDpi, copies = 1): string {
  const layout = layoutLabel(kind, content, dpi);
  const { x, y, module, height } = layout.symbol;
  const symbol =
    LABEL_STOCK[kind].symbol === 'DATA_MATRIX'
      ? `^BXN,${module},200${field(content.barcode)}`
      : `^BY${module}^BCN,${height},N,N,N,A${field(content.barcode)}`;
  const lines = layout.lines.map((line) => {
    const narrower = Math.min(1, line.width / (textWidth(line.text) * line.height));
    const across = Math.max(1, Math.round(line.height * narrower));
    return `^FO${Math.round(line.x)},${Math.round(line.y)}^A0N,${line.height},${across}${field(line.text)}`;
  });
  const size = `^PW${Math.round(layout.width)}^LL${Math.round(layout.height)}^LH0,0`;
  return ['^XA^CI28', size, `^FO${x},${y}${symbol}`, ...lines, `^PQ${copies}`, '^XZ'].join('\n');
}

/** Render all labels of a job, one after another. */
export const zplJob = (kind: LabelKind, labels: readonly LabelContent[], dpi: LabelDpi, copies = 1): string =>
  `${labels.map((content) => zplLabel(kind, content, dpi, copies)).join('\n')}\n`;
