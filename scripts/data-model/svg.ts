import type { ElkExtendedEdge } from 'elkjs/lib/elk.bundled.js';
import {
  type Box,
  type Drawing,
  type Group,
  HEAD,
  isWithinNoun,
  layOut,
  referenceText,
  rowMiddle,
  WITHOUT_LINES,
} from './drawing.ts';
import type { Reference } from './references.ts';

const INK = '#15212a';
const SOFT = '#4d5c66';
const ACCENT = '#0d5c66';
/** Line colors, by target: neighbors differ, and each has a contrast of at least 4.5 to the ground. */
const LINES = ['#0d5c66', '#8a3b12', '#1d4fa3', '#7a2270', '#3b6416', '#8f1d2c', '#4a4a8a', '#6b5300'];

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const rounded = (value: number): number => Math.round(value * 10) / 10;

/** Format how devices get an entity. */
function replicaText({ entity: { replica } }: Box): string {
  if (replica === null) return 'server only';
  return 'own' in replica ? `devices: ${replica.own.collection}` : 'devices: in its parent';
}

function textAt(x: number, y: number, size: number, fill: string, text: string, weight = ''): string {
  const bold = weight === '' ? '' : ` font-weight="${weight}"`;
  return `<text x="${rounded(x)}" y="${rounded(y)}" font-size="${size}" fill="${fill}"${bold}>${escapeXml(text)}</text>`;
}

function drawBox(box: Box): string {
  const { entity, references, x, y, width, height } = box;
  const otherFieldCount = Object.keys(entity.schema.shape).length - references.length;
  return [
    `<rect x="${rounded(x)}" y="${rounded(y)}" width="${width}" height="${height}" rx="6" fill="#fff" stroke="#7d8b94"/>`,
    textAt(x + 10, y + 19, 15, ACCENT, entity.name, '700'),
    textAt(x + 10, y + HEAD - 6, 11, SOFT, `${replicaText(box)}${entity.appendOnly ? ', append-only' : ''}`),
    ...references.map((reference, row) =>
      textAt(x + 10, y + rowMiddle(row) + 4, 12, INK, referenceText(reference)),
    ),
    textAt(x + 10, y + height - 9, 11, SOFT, `+ ${otherFieldCount} other fields`),
  ].join('\n');
}

const drawFrame = ({ noun, x, y, width, height }: Group): string =>
  [
    `<rect x="${rounded(x)}" y="${rounded(y)}" width="${rounded(width)}" height="${rounded(height)}" rx="10" fill="#e3eef0" stroke="#9fb3b8"/>`,
    textAt(x + 18, y + 30, 20, ACCENT, noun, '700'),
  ].join('\n');

function drawPath(id: string, target: string, path: string, order: readonly string[]): string {
  const color = LINES[order.indexOf(target) % LINES.length] ?? INK;
  return `<path d="${path}" stroke="${color}" marker-end="url(#arrow)"><title>${id} → ${target}</title></path>`;
}

/** Draw a line inside a group, as ELK routed it. */
function routedPath(edge: ElkExtendedEdge, { x: offsetX, y: top }: Group): string {
  return (edge.sections ?? [])
    .flatMap(({ startPoint, bendPoints = [], endPoint }) => [startPoint, ...bendPoints, endPoint])
    .map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${rounded(offsetX + x)} ${rounded(top + y)}`)
    .join('');
}

/** Draw a curve from a field to an entity of another group, at the sides that face each other. */
function curvedPath(from: Box, row: number, to: Box): string {
  const isRightward = to.x > from.x + from.width;
  const isLeftward = from.x > to.x + to.width;
  const [x1, y1] = [isLeftward ? from.x : from.x + from.width, from.y + rowMiddle(row)];
  const [x2, y2] = [isRightward ? to.x : to.x + to.width, to.y + HEAD / 2];
  const bend = Math.max(50, Math.abs(x2 - x1) / 2);
  const [c1, c2] = [x1 + (isLeftward ? -bend : bend), x2 + (isRightward ? -bend : bend)];
  return `M${rounded(x1)} ${rounded(y1)}C${rounded(c1)} ${rounded(y1)} ${rounded(c2)} ${rounded(y2)} ${rounded(x2)} ${rounded(y2)}`;
}

function drawCurves({ boxes }: Drawing, order: readonly string[]): string[] {
  const isDrawn = (reference: Reference): boolean =>
    !isWithinNoun(reference) && !WITHOUT_LINES.has(reference.target);
  return [...boxes.values()].flatMap((from) =>
    from.references.flatMap((reference, row) => {
      const to = boxes.get(reference.target);
      if (!to || !isDrawn(reference)) return [];
      const id = `${reference.entity}.${reference.field}`;
      return [drawPath(id, reference.target, curvedPath(from, row, to), order)];
    }),
  );
}

/** Build docs/data-model.svg: every entity of the catalog with its references. */
export async function dataModelSvg(): Promise<string> {
  const drawing = await layOut();
  const { width, height, groups, boxes } = drawing;
  const order = [...boxes.keys()];
  const targetOf = (edge: ElkExtendedEdge): string => edge.targets[0]?.replace(':in', '') ?? '';
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="t d" font-family="system-ui, sans-serif">`,
    '<title id="t">Data model of Benchside</title>',
    `<desc id="d">${boxes.size} entities in ${groups.length} groups. Lines lead from a field to the entity that it refers to; ${[...WITHOUT_LINES].join(', ')} are named beside the field without a line. A question mark means that the field may be empty.</desc>`,
    '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="context-stroke"/></marker></defs>',
    `<rect width="${width}" height="${height}" fill="#f3f5f6"/>`,
    ...groups.map(drawFrame),
    '<g fill="none" stroke-width="1.4" opacity="0.75">',
    ...drawCurves(drawing, order),
    '</g>',
    ...[...boxes.values()].map(drawBox),
    '<g fill="none" stroke-width="1.4">',
    ...groups.flatMap((group) =>
      group.edges.map((edge) => drawPath(edge.id, targetOf(edge), routedPath(edge, group), order)),
    ),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}
