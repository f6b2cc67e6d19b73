import type { LayoutSource, RackLayout } from './rack-layout.ts';
import type { Delimiter } from './rack-lines.ts';

const SEPARATORS: Readonly<Record<Delimiter, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
  blanks: 'spaces',
  blank: 'space',
};
const ENCODINGS = {
  'utf-8': null,
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
} as const;

/** Describe how a file was read, as `Read as list · tab · header in row 4 · UTF-16`. */
export function describeDialect({ kind, headerLine }: RackLayout, source: LayoutSource): string {
  const { delimiter, encoding, sheet } = source;
  const parts = [
    `Read as ${kind}`,
    sheet === undefined ? null : `sheet ${sheet}`,
    delimiter === undefined ? null : SEPARATORS[delimiter],
    headerLine === null ? 'no header' : `header in row ${headerLine}`,
    encoding === undefined ? null : ENCODINGS[encoding],
  ];
  return parts.filter((part) => part !== null).join(' · ');
}
