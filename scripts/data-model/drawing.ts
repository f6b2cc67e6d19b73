import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ELK, { type ElkExtendedEdge, type ElkNode, type LayoutOptions } from 'elkjs/lib/elk.bundled.js';
import { CATALOGUE } from '#db/entities.ts';
import type { AnyEntity } from '#db/entity.ts';
import { type Reference, referencesOf } from './references.ts';

const DB = fileURLToPath(new URL('../../db', import.meta.url));
const DEFINITION = /defineEntity\(\{\s+name: '(\w+)'/g;

const isSource = (name: string): boolean => name.endsWith('.ts') && !name.endsWith('.test.ts');

/** Find the folder of `db/` in which each entity is declared; the folder is its noun. */
function readNouns(): Map<string, string> {
  const nouns = new Map<string, string>();
  const folders = readdirSync(DB, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const { name: noun } of folders) {
    const files = readdirSync(`${DB}/${noun}`, { recursive: true, encoding: 'utf8' });
    for (const file of files.filter(isSource)) {
      const text = readFileSync(`${DB}/${noun}/${file}`, 'utf8');
      for (const [, name = ''] of text.matchAll(DEFINITION)) nouns.set(name, noun);
    }
  }
  return nouns;
}

const NOUNS = readNouns();

/** Return the noun of an entity. */
function nounOf({ name }: AnyEntity): string {
  const noun = NOUNS.get(name);
  if (noun === undefined) throw new Error(`${name} is declared in no folder of db/.`);
  return noun;
}

/** Entities that so many fields refer to that lines would hide the rest: the field names them instead. */
export const WITHOUT_LINES: ReadonlySet<string> = new Set(['User', 'S3File', 'Company']);

/** The groups in columns, so that nouns that refer to one another are neighbors. */
const COLUMNS: readonly (readonly string[])[] = [
  ['identity', 'organizations', 'patients', 'labels'],
  ['billing', 'ordering', 'research', 'sequencing'],
  ['specimens', 'samples', 'records'],
  ['batches', 'storage', 'inventory', 'protocols'],
];
const COLUMN_GAP = 110;
const GROUP_GAP = 40;
const MARGIN = 30;

const ROW = 17;
export const HEAD = 40;

/** The entities of one noun in their frame. */
export interface Group {
  noun: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** The lines between entities of this noun, relative to the frame. */
  edges: readonly ElkExtendedEdge[];
}

/** One entity with its place in the drawing. */
export interface Box {
  entity: AnyEntity;
  noun: string;
  references: readonly Reference[];
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The places of all groups and boxes. */
export interface Drawing {
  width: number;
  height: number;
  groups: readonly Group[];
  boxes: ReadonlyMap<string, Box>;
}

const lettersWide = (count: number, size: number): number => Math.ceil(count * size * 0.6);

const NOUN_OF = new Map(CATALOGUE.map((entity) => [entity.name, nounOf(entity)]));

export const isWithinNoun = ({ entity, target }: Reference): boolean =>
  NOUN_OF.get(entity) === NOUN_OF.get(target);

/** Return the text of one reference in its box; a target elsewhere is named, as its line may be long. */
export const referenceText = (reference: Reference): string => {
  const { field, target, nullable, many } = reference;
  const showsTarget = !isWithinNoun(reference) || WITHOUT_LINES.has(target);
  return `${field}${nullable ? '?' : ''}${many ? ' […]' : ''}${showsTarget ? ` → ${target}` : ''}`;
};

export const rowMiddle = (row: number): number => HEAD + row * ROW + ROW / 2;

function boxOf(entity: AnyEntity): Box {
  const references = referencesOf(entity);
  const letters = Math.max(26, ...references.map((reference) => referenceText(reference).length));
  return {
    entity,
    noun: nounOf(entity),
    references,
    x: 0,
    y: 0,
    width: Math.max(lettersWide(letters, 12), lettersWide(entity.name.length, 16)) + 20,
    height: HEAD + references.length * ROW + 24,
  };
}

const LAYERED: LayoutOptions = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.randomSeed': '1',
  'elk.padding': '[top=46,left=18,bottom=18,right=18]',
  'elk.aspectRatio': '0.9',
  'elk.spacing.nodeNode': '16',
  'elk.spacing.componentComponent': '16',
  'elk.layered.spacing.nodeNodeBetweenLayers': '34',
  'elk.layered.spacing.edgeNodeBetweenLayers': '10',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '7',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
};

const drawsLineInside = (reference: Reference): boolean =>
  isWithinNoun(reference) && !(WITHOUT_LINES.has(reference.target) && reference.entity !== reference.target);

/**
 * Build the layout node of a box: a line leaves at the right of its field and arrives at the left of its
 * target's name.
 */
function nodeOf({ entity, references, width, height }: Box): ElkNode {
  const ports = references.map((reference, row) => ({
    id: `${entity.name}.${reference.field}:out`,
    x: width,
    y: rowMiddle(row),
    layoutOptions: { 'elk.port.side': 'EAST' },
    isUsed: drawsLineInside(reference),
  }));
  return {
    id: entity.name,
    width,
    height,
    layoutOptions: { 'elk.portConstraints': 'FIXED_POS' },
    ports: [
      { id: `${entity.name}:in`, x: 0, y: HEAD / 2, layoutOptions: { 'elk.port.side': 'WEST' } },
      ...ports.filter(({ isUsed }) => isUsed).map(({ isUsed: _, ...port }) => port),
    ],
  };
}

const layOutGroup = (noun: string, boxes: readonly Box[]): Promise<ElkNode> =>
  new ELK().layout({
    id: noun,
    layoutOptions: LAYERED,
    children: boxes.map(nodeOf),
    edges: boxes.flatMap(({ references }) =>
      references.filter(drawsLineInside).map(({ entity, field, target }) => ({
        id: `${entity}.${field}`,
        sources: [`${entity}.${field}:out`],
        targets: [`${target}:in`],
      })),
    ),
  });

/** Lay the catalog out, a group for each noun. The same catalog gives the same drawing. */
export async function layOut(): Promise<Drawing> {
  const all = CATALOGUE.map(boxOf);
  const forgotten = [...new Set(NOUN_OF.values())].filter((noun) => !COLUMNS.flat().includes(noun));
  if (forgotten.length > 0)
    throw new Error(`Give ${forgotten.join(', ')} a column in scripts/data-model/drawing.ts.`);
  const boxes = new Map<string, Box>();
  const groups: Group[] = [];
  let x = MARGIN;
  for (const column of COLUMNS) {
    let y = MARGIN;
    let widest = 0;
    for (const noun of column) {
      const node = await layOutGroup(
        noun,
        all.filter((box) => box.noun === noun),
      );
      const [width, height] = [node.width ?? 0, node.height ?? 0];
      groups.push({ noun, x, y, width, height, edges: node.edges ?? [] });
      for (const box of all.filter((one) => one.noun === noun)) {
        const place = node.children?.find(({ id }) => id === box.entity.name);
        boxes.set(box.entity.name, { ...box, x: x + (place?.x ?? 0), y: y + (place?.y ?? 0) });
      }
      y += height + GROUP_GAP;
      widest = Math.max(widest, width);
    }
    x += widest + COLUMN_GAP;
  }
  const bottom = Math.max(...groups.map((group) => group.y + group.height));
  return { width: Math.ceil(x - COLUMN_GAP + MARGIN), height: Math.ceil(bottom + MARGIN), groups, boxes };
}
