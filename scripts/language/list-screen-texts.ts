import { parseAst } from 'vite';
import { lineAt, lineStarts } from './source-lines.ts';

/** A text that a user may read, with its line counted from 1. */
export interface ScreenText {
  text: string;
  line: number;
}

type Node = Readonly<Record<string, unknown>> & { type: string };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** Parts of the syntax that hold no text for users: modules, types, and the classes of elements. */
const SKIPPED = /^(Import|ExportAll|TSType|TSInterface|TSLiteralType|TSEnum)/;
const isSkipped = (node: Node): boolean =>
  SKIPPED.test(node.type) ||
  (node.type === 'JSXAttribute' && isNode(node['name']) && node['name']['name'] === 'className');

/** Report whether a literal reads like words, not like a code, a class list or SQL. */
const isProse = (text: string): boolean =>
  (/[a-z…”’)],? [A-Za-z…“]/.test(text) || /^[A-Z][a-z]+$/.test(text)) &&
  !/\b(SELECT|FROM|WHERE|UPDATE|INSERT|JOIN|CASE WHEN|coalesce)\b/.test(text);

/** List the texts of a TypeScript file: JSX text, and literals and templates that read like words. */
export function listScreenTexts(source: string, isJsx: boolean): ScreenText[] {
  const texts: ScreenText[] = [];
  const starts = lineStarts(source);
  const add = (raw: unknown, start: unknown): void => {
    if (typeof raw !== 'string' || typeof start !== 'number') return;
    const text = raw.replace(/\s+/g, ' ').trim();
    if (!isProse(text)) return;
    const blank = raw.length - raw.trimStart().length;
    texts.push({ text, line: lineAt(starts, start + blank) });
  };
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      value.forEach(visit);
      return;
    }
    if (!isNode(value) || isSkipped(value)) return;
    if (value.type === 'JSXText' || value.type === 'Literal') add(value['value'], value['start']);
    if (value.type === 'TemplateLiteral') add(joinParts(value['quasis']), value['start']);
    Object.values(value).forEach(visit);
  };
  visit(parseAst(source, { lang: isJsx ? 'tsx' : 'ts' }));
  return texts;
}

/** The text of a template, with an ellipsis for each value. */
function joinParts(parts: unknown): string {
  if (!Array.isArray(parts)) return '';
  return parts
    .map((part: unknown) => {
      const value = isNode(part) ? part['value'] : null;
      return typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : '';
    })
    .join('…');
}
