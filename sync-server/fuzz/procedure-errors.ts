import { ulid } from 'ulid';
import type { z } from 'zod';
import {
  buildDraftField,
  buildDraftSection,
  buildDraftStep,
  buildSettings,
} from '#db/factories/build-procedure-drafts.ts';
import type { DraftField, DraftSection } from '#db/protocols/procedures/procedure-content.ts';

/** Rows of the lab that documents name. */
export interface NamedRows {
  microlitreId: string;
  nanogramId: string;
  lotTypeId: string;
  /** A code that another procedure has. */
  usedCode: string;
}

/** The step of an import that refuses a document, with its status and a part of its text. */
export interface ImportVerdict {
  step: 'create' | 'save' | 'submit' | null;
  status: number;
  text: string;
}

/** A document as it is sent; its parts may have any shape. */
export interface ProcedureDocument {
  code: string;
  settings: unknown;
  sections: unknown;
}

/** Build a number that is copied to no sample. */
export const number = (name: string, more: Partial<DraftField> = {}): DraftField =>
  buildDraftField({ id: ulid(), name, label: `Value ${name}`, mapsTo: null, ...more });

/** Build a calculation that adds fields. */
export const sumOf = (
  name: string,
  operands: readonly string[],
  more: Partial<DraftField> = {},
): DraftField =>
  number(name, {
    type: 'CALCULATION',
    min: null,
    max: null,
    qcMin: null,
    qcMax: null,
    calculationType: 'ADDITION',
    operands: { terms: operands.map((field) => ({ field })) },
    ...more,
  });

/** Build a step with its fields. */
export const step = (fields: DraftField[], title = 'Measure') =>
  buildDraftStep({ id: ulid(), title, fields });

/** Build the lot of a reagent. */
export const lot = (inventoryTypeId: string | null): DraftField =>
  number('lot', {
    type: 'LOT_NUMBER',
    scope: 'PER_BATCH',
    inventoryTypeId,
    min: null,
    max: null,
    qcMin: null,
    qcMax: null,
    decimals: null,
    measurementUnitId: null,
    quantityPerSample: '1',
  });

const withFields = (sections: DraftSection[], ...fields: DraftField[]): DraftSection[] => [
  ...sections,
  buildDraftSection({ id: ulid(), name: 'With an error', steps: [step(fields)] }),
];

const problem = (text: string): ImportVerdict => ({ step: 'submit', status: 409, text });
const REFUSED_SHAPE: ImportVerdict = { step: 'save', status: 422, text: '' };
/** The verdict of a document without errors. */
export const ACCEPTED: ImportVerdict = { step: null, status: 200, text: '' };
const UNKNOWN = '01J00000000000000000000000';
const UNKNOWN_PICTURE = { fileId: UNKNOWN, sha256: '1'.repeat(64), altText: 'The rotor' };
const MARKUP = '<img src=x onerror=alert(1)>';

const nested = (depth: number): z.infer<ReturnType<typeof z.json>> =>
  depth === 0 ? [] : [nested(depth - 1)];

type DocumentError = (sections: DraftSection[], rows: NamedRows) => Partial<ProcedureDocument>;

/** Errors with one known verdict each, named as people would. */
export const DOCUMENT_ERRORS: Record<string, [ImportVerdict, DocumentError]> = {
  none: [ACCEPTED, (sections) => ({ sections })],
  markup: [
    ACCEPTED,
    (sections) => ({ sections: withFields(sections, number('shown', { label: MARKUP, helpText: MARKUP })) }),
  ],
  'duplicate field names': [
    problem('is used twice'),
    (sections) => ({ sections: withFields(sections, number('twice'), number('twice')) }),
  ],
  'operand later than its use': [
    problem('is in a later section'),
    (sections, { microlitreId: measurementUnitId }) => ({
      sections: [
        ...withFields(sections, sumOf('early', ['late', 'late'], { measurementUnitId })),
        ...withFields([], number('late', { measurementUnitId })),
      ],
    }),
  ],
  'operand missing': [
    problem('operand absent does not exist'),
    (sections) => ({ sections: withFields(sections, sumOf('total', ['absent', 'absent'])) }),
  ],
  'operand that is no number': [
    problem('is not a number'),
    (sections, { lotTypeId }) => ({
      sections: withFields(sections, lot(lotTypeId), sumOf('total', ['lot', 'lot'])),
    }),
  ],
  'operand that is the field itself': [
    problem('cannot be its own operand'),
    (sections) => ({ sections: withFields(sections, sumOf('total', ['total', 'total'])) }),
  ],
  'calculations in a circle': [
    problem('depends on itself'),
    (sections) => ({
      sections: withFields(sections, sumOf('one', ['two', 'two']), sumOf('two', ['one', 'one'])),
    }),
  ],
  'units that do not agree': [
    problem('the operands have different units'),
    (sections, { microlitreId, nanogramId }) => ({
      sections: withFields(
        sections,
        number('volume', { measurementUnitId: microlitreId }),
        number('mass', { measurementUnitId: nanogramId }),
        sumOf('total', ['volume', 'mass'], { measurementUnitId: microlitreId }),
      ),
    }),
  ],
  'unit of the result': [
    problem('the unit differs from that of the operands'),
    (sections, { microlitreId, nanogramId }) => ({
      sections: withFields(
        sections,
        number('volume', { measurementUnitId: microlitreId }),
        sumOf('total', ['volume', 'volume'], { measurementUnitId: nanogramId }),
      ),
    }),
  ],
  'lot without type': [
    problem('choose the inventory type of the lot'),
    (sections) => ({ sections: withFields(sections, lot(null)) }),
  ],
  'minimum above the lower QC limit': [
    problem('the minimum is above the lower QC limit'),
    (sections) => ({
      sections: withFields(sections, number('limited', { min: '9', qcMin: '2', max: '20' })),
    }),
  ],
  'upper QC limit above the maximum': [
    problem('the upper QC limit is above the maximum'),
    (sections) => ({
      sections: withFields(sections, number('limited', { min: '0', qcMax: '30', max: '20' })),
    }),
  ],
  'no section': [problem('Add a section with a step.'), () => ({ sections: [] })],
  'section without step': [
    problem('add a step'),
    (sections) => ({ sections: [...sections, buildDraftSection({ id: ulid(), steps: [] })] }),
  ],
  'step without title': [
    problem('enter the title of the step'),
    (sections) => ({ sections: [...sections, buildDraftSection({ id: ulid(), steps: [step([], ' ')] })] }),
  ],
  'section without name': [
    problem('Section: enter a name.'),
    (sections) => ({
      sections: [...sections, buildDraftSection({ id: ulid(), name: ' ', steps: [step([])] })],
    }),
  ],
  'field without label': [
    problem('Field: enter a label.'),
    (sections) => ({ sections: withFields(sections, number('unnamed', { label: '' })) }),
  ],
  'name that is no identifier': [
    problem('a name has letters, digits and _'),
    (sections) => ({ sections: withFields(sections, number('1st value')) }),
  ],
  'pattern that is none': [
    problem(''),
    (sections) => ({ sections: withFields(sections, number('shaped', { pattern: '(' })) }),
  ],
  'unknown unit': [
    problem('choose the unit again'),
    (sections) => ({ sections: withFields(sections, number('odd', { measurementUnitId: UNKNOWN })) }),
  ],
  'unknown inventory type': [
    problem('choose the inventory type again'),
    (sections) => ({ sections: withFields(sections, lot(UNKNOWN)) }),
  ],
  'unknown library section': [
    problem('the library section does not exist here'),
    (sections) => ({
      sections: [
        ...sections,
        buildDraftSection({ id: ulid(), sourceSectionId: UNKNOWN, sourceVersion: 1, steps: [step([])] }),
      ],
    }),
  ],
  'unknown picture': [
    problem('choose picture 1 again'),
    (sections) => ({
      sections: [
        ...sections,
        buildDraftSection({
          id: ulid(),
          steps: [buildDraftStep({ id: ulid(), pictures: [UNKNOWN_PICTURE] })],
        }),
      ],
    }),
  ],
  'training from a later version': [
    problem('Training counts from version 5'),
    (sections) => ({ sections, settings: buildSettings({ trainingFromVersion: 5 }) }),
  ],
  'one id twice': [
    { step: 'save', status: 422, text: 'Two items have the same id' },
    (sections) => ({ sections: [...sections, ...sections.slice(0, 1)] }),
  ],
  'duplicate code': [
    { step: 'create', status: 409, text: 'exists. Start a new version of it' },
    (sections, { usedCode: code }) => ({ sections, code }),
  ],
  'code with a space': [
    { step: 'create', status: 422, text: '' },
    (sections) => ({ sections, code: 'SOP IMPORT' }),
  ],
  'limit as a number': [
    REFUSED_SHAPE,
    (sections) => ({ sections: [...sections, { ...sections[0], steps: 5 }] }),
  ],
  'type that does not exist': [
    REFUSED_SHAPE,
    (sections) => ({ sections: [...sections, { ...buildDraftSection(), requiresSignature: 'yes' }] }),
  ],
  'key that does not exist': [
    REFUSED_SHAPE,
    (sections) => ({ sections: [...sections, { ...buildDraftSection(), script: MARKUP }] }),
  ],
  'sections that are no list': [REFUSED_SHAPE, (sections) => ({ sections: { sections } })],
  'huge name': [
    REFUSED_SHAPE,
    (sections) => ({ sections: [...sections, buildDraftSection({ name: 'x'.repeat(501) })] }),
  ],
  'huge instructions': [
    REFUSED_SHAPE,
    (sections) => ({ sections: [...sections, buildDraftSection({ instructions: 'x'.repeat(20_001) })] }),
  ],
  'too many sections': [
    REFUSED_SHAPE,
    () => ({ sections: Array.from({ length: 61 }, () => buildDraftSection({ id: ulid(), steps: [] })) }),
  ],
  'too many fields': [
    REFUSED_SHAPE,
    (sections) => ({
      sections: withFields(sections, ...Array.from({ length: 61 }, (_, n) => number(`many_${n}`))),
    }),
  ],
  'zero byte in a text': [
    REFUSED_SHAPE,
    (sections) => ({
      sections: [...sections, buildDraftSection({ id: ulid(), name: 'a\u0000b', steps: [step([])] })],
    }),
  ],
  'half of a character': [
    REFUSED_SHAPE,
    (sections) => ({
      sections: [...sections, buildDraftSection({ id: ulid(), name: 'a\ud800', steps: [step([])] })],
    }),
  ],
  'unknown SOP file': [
    problem('Choose the SOP file again.'),
    (sections) => ({ sections, settings: buildSettings({ documentFileId: UNKNOWN }) }),
  ],
  'deep operands': [
    { step: 'save', status: 400, text: 'The body is nested too deep.' },
    (sections) => ({
      sections: withFields(sections, sumOf('deep', [], { operands: { terms: nested(200) } })),
    }),
  ],
  'minimum of samples above the maximum': [
    REFUSED_SHAPE,
    (sections) => ({ sections, settings: buildSettings({ minSamples: 20, maxSamples: 10 }) }),
  ],
};
