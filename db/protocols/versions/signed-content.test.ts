import fc from 'fast-check';
import { ulid } from 'ulid';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { buildDraftField, buildDraftSection, buildDraftStep } from '#db/factories/build-procedure-drafts.ts';
import {
  buildFlow,
  buildProcedure,
  buildProtocol,
  buildProtocolFlow,
} from '#db/factories/build-protocols.ts';
import { flow, protocolFlow } from '#db/protocols/flow.ts';
import { flowHash } from '#db/protocols/flows/flow-content.ts';
import { procedure } from '#db/protocols/procedure.ts';
import { DraftSection, procedureHash } from '#db/protocols/procedures/procedure-content.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { protocolHash } from '#db/protocols/protocols/protocol-content.ts';

type Json = z.infer<ReturnType<typeof z.json>>;
type Path = readonly (string | number)[];

/** What happens to a row after its content: who decides, when it begins, how it is stored. */
const BOOKKEEPING = [
  'createdAt',
  'createdById',
  'updatedAt',
  'version',
  'deleted',
  'entity',
  'status',
  'supersedesId',
  'authorId',
  'authorIds',
  'submittedAt',
  'changeSummary',
  'effectiveFrom',
  'activatedAt',
  'updateFlowIds',
  'takesQueuedSpecimens',
  'approvedById',
  'approvedAt',
  'signOffById',
  'signOffAt',
  'rejectedById',
  'rejectedAt',
  'rejectionReason',
];

/** List the paths of all values that have no parts. */
function leavesOf(value: Json, path: Path = []): Path[] {
  if (value === null || typeof value !== 'object' || Object.keys(value).length === 0) return [path];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return entries.flatMap(([key, part]) => leavesOf(part, [...path, key]));
}

/** Return a copy in which the value at a path is another one. */
function replaceAt(value: Json, [key, ...rest]: Path, change: (leaf: Json) => Json): Json {
  if (key === undefined) return change(value);
  if (Array.isArray(value))
    return value.map((part, index) => (index === key ? replaceAt(part, rest, change) : part));
  if (value === null || typeof value !== 'object') throw new Error('The path leads nowhere.');
  return { ...value, [key]: replaceAt(value[key] ?? null, rest, change) };
}

/** Values of which one fits each leaf: texts, numbers, and a member of each enumeration. */
const GENERAL: Json[] = [
  ...['x', '7', '2026-12-01', 'PREPARATION', 'TEXT', 'PER_BATCH', 'SALIVA', 'SSDNA', 'LAMBDA'],
  ...['SAMPLE', 'ADDITION', 'INPUT_VOLUME', 7, true, ulid(), { terms: [] }, null],
];

/** Return other values for a leaf, of which one fits its schema. */
function otherValues(leaf: Json, position: number): Json[] {
  if (typeof leaf === 'number') return [leaf + 1, leaf - 1];
  if (typeof leaf === 'boolean') return [!leaf];
  if (Array.isArray(leaf)) return [...GENERAL, z.json().parse(FIELD), PICTURE].map((value) => [value]);
  if (typeof leaf !== 'string') return GENERAL;
  const at = position % Math.max(1, leaf.length);
  const flipped = `${leaf.slice(0, at)}${leaf[at] === 'a' ? 'b' : 'a'}${leaf.slice(at + 1)}`;
  return [flipped, ...GENERAL.filter((value) => value !== leaf)];
}

const PICTURE: Json = { fileId: ulid(), sha256: '1'.repeat(64), altText: 'The rotor' };
const FIELD = buildDraftField({
  name: 'yield_of_all',
  measurementUnitId: ulid(),
  inventoryTypeId: ulid(),
  min: '1',
  max: '9',
  qcMin: '2',
  qcMax: '8',
  decimals: 2,
  maxLength: 20,
  pattern: '^a$',
  quantityPerSample: '3',
  quantityPerBatch: '4',
  barcodeType: 'SAMPLE',
  calculationType: 'ADDITION',
  operands: { terms: [{ field: 'concentration' }, { constant: '2' }] },
  mapsTo: 'EXTRACTED_VOLUME',
  defaultValue: '5',
  helpText: 'Read the display.',
});
const SECTION = buildDraftSection({
  instructions: 'Work on ice.',
  equipmentTypeRequired: ['Fluorometer', 'Magnetic stand'],
  estimatedMinutes: 30,
  sourceSectionId: ulid(),
  sourceVersion: 2,
  steps: [
    buildDraftStep({
      instructions: 'Mix.',
      caution: 'Harmful.',
      timerSeconds: 60,
      imageFileId: ulid(),
      fields: [FIELD, buildDraftField()],
    }),
    buildDraftStep(),
  ],
});

const ProcedureVersion = z.object({
  row: procedure.schema,
  sections: z.array(DraftSection),
  documentHash: z.string().nullable(),
});
const FlowVersion = z.object({
  row: flow.schema,
  slots: z.array(
    z.object({
      batchType: procedure.schema.shape.batchType,
      procedure: procedure.schema.pick({ code: true, procedureVersion: true }),
    }),
  ),
});
const ProtocolVersion = z.object({
  row: protocol.schema,
  routes: z.array(
    z.object({
      rule: protocolFlow.schema.pick({
        isDefault: true,
        specimenTypes: true,
        extractedNucleicAcids: true,
      }),
      flow: flow.schema.pick({ code: true }),
    }),
  ),
});

const KINDS = [
  {
    kind: 'procedure',
    content: {
      row: buildProcedure({
        id: ulid(),
        documentFileId: ulid(),
        competenceMonths: 12,
        trainingFromVersion: 1,
      }),
      sections: [SECTION, buildDraftSection()],
      documentHash: 'a'.repeat(64),
    },
    hash: async (content: unknown) => {
      const { row, sections, documentHash } = ProcedureVersion.parse(content);
      return procedureHash(row, sections, documentHash);
    },
    schema: ProcedureVersion,
  },
  {
    kind: 'flow',
    content: {
      row: buildFlow({ id: ulid(), extractionProcedureId: ulid() }),
      slots: [{ batchType: 'EXTRACTION', procedure: { code: 'SOP-A', procedureVersion: 2 } }],
    },
    hash: async (content: unknown) => {
      const { row, slots } = FlowVersion.parse(content);
      const method = buildProcedure({ id: 'extraction' });
      return flowHash(
        row,
        slots.map((slot) => ({ ...slot, procedure: { ...method, ...slot.procedure } })),
      );
    },
    schema: FlowVersion,
  },
  {
    kind: 'protocol',
    content: {
      row: buildProtocol({ id: ulid(), description: 'Whole genomes.', minVolume: '50', analysisId: ulid() }),
      routes: [
        {
          rule: { isDefault: true, specimenTypes: ['WHOLE_BLOOD'], extractedNucleicAcids: false },
          flow: { code: 'FLOW-BLOOD' },
        },
        {
          rule: { isDefault: false, specimenTypes: [], extractedNucleicAcids: true },
          flow: { code: 'FLOW-DNA' },
        },
      ],
    },
    hash: async (content: unknown) => {
      const { row, routes } = ProtocolVersion.parse(content);
      const [rule, route] = [buildProtocolFlow({ id: 'rule' }), buildFlow({ id: 'flow' })];
      return protocolHash(
        row,
        routes.map((one) => ({ rule: { ...rule, ...one.rule }, flow: { ...route, ...one.flow } })),
      );
    },
    schema: ProtocolVersion,
  },
];

describe.each(KINDS)('the hash that is signed of a $kind', ({ content, hash, schema }) => {
  const json: Json = z.json().parse(JSON.parse(JSON.stringify(content)));
  const leafPaths = leavesOf(json);
  const isSigned = ([part, key]: Path): boolean => part !== 'row' || !BOOKKEEPING.some((one) => one === key);

  test('changes with any byte of the content', async () => {
    const signed = await hash(json);
    const unchanged = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.nat(100), async (position) => {
        for (const path of leafPaths.filter(isSigned)) {
          const candidates = otherValues(at(json, path), position).map((value) =>
            replaceAt(json, path, () => value),
          );
          const changed = candidates.find((candidate) => schema.safeParse(candidate).success);
          if (!changed || (await hash(changed)) === signed) unchanged.add(path.join('.'));
        }
      }),
      { numRuns: 4 },
    );
    expect([...unchanged]).toEqual([]);
  });

  test('changes when a part is left out, repeated or moved', async () => {
    const signed = await hash(json);
    const same: string[] = [];
    for (const path of listsOf(json)) {
      const changes = [
        (items: Json[]) => items.slice(1),
        (items: Json[]) => [...items, ...items.slice(0, 1)],
        (items: Json[]) => (items.length > 1 ? items.toReversed() : []),
      ];
      for (const change of changes) {
        const changed = replaceAt(json, path, (items) => (Array.isArray(items) ? change(items) : items));
        // The rules of a protocol have no order.
        const isOrderOnly = path.join('.') === 'routes' && change === changes[2];
        if (!isOrderOnly && schema.safeParse(changed).success && (await hash(changed)) === signed)
          same.push(path.join('.'));
      }
    }
    expect(same).toEqual([]);
  });
});

/** Return the value at a path. */
function at(value: Json, path: Path): Json {
  let leafValue: Json = null;
  replaceAt(value, path, (leaf) => {
    leafValue = leaf;
    return leaf;
  });
  return leafValue;
}

/** List the paths of the lists of a version's content. */
function listsOf(value: Json, path: Path = []): Path[] {
  if (value === null || typeof value !== 'object') return [];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  const inside = entries
    .filter(([key]) => !BOOKKEEPING.some((one) => one === key))
    .flatMap(([key, part]) => listsOf(part, [...path, key]));
  return Array.isArray(value) && value.length > 0 ? [path, ...inside] : inside;
}
