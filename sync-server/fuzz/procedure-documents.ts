import fc from 'fast-check';
import { ulid } from 'ulid';
import { buildDraftSection, buildSettings } from '#db/factories/build-procedure-drafts.ts';
import type { DraftSection } from '#db/protocols/procedures/procedure-content.ts';
import {
  ACCEPTED,
  DOCUMENT_ERRORS,
  type ImportVerdict,
  lot,
  type NamedRows,
  number,
  type ProcedureDocument,
  step,
  sumOf,
} from './procedure-errors.ts';

/** A generated document, with the verdict that the import gives. */
export interface GeneratedDocument {
  errorName: string;
  document: ProcedureDocument;
  verdict: ImportVerdict;
}

/** The random choices of one document. */
interface Choice {
  error: number;
  sectionCount: number;
  stepCount: number;
  text: string;
  limit: number;
}

/** A document without errors: numbers with limits, a sum of the same section and a lot. */
function goodSections({ sectionCount, stepCount, text, limit }: Choice, rows: NamedRows): DraftSection[] {
  return Array.from({ length: sectionCount }, (_, s) =>
    buildDraftSection({
      id: ulid(),
      name: `Section ${s + 1} ${text}`,
      steps: Array.from({ length: stepCount }, (_step, t) => {
        const value = `value_${s}_${t}`;
        const unit = { measurementUnitId: rows.microlitreId };
        return step([
          number(value, { ...unit, min: '0', qcMin: `${limit}`, qcMax: `${limit + 5}`, max: `${limit + 9}` }),
          sumOf(`sum_${s}_${t}`, [value, value], unit),
          { ...lot(rows.lotTypeId), name: `lot_${s}_${t}` },
        ]);
      }),
    }),
  );
}

const Choices = fc.record({
  error: fc.nat(Object.keys(DOCUMENT_ERRORS).length - 1),
  sectionCount: fc.integer({ min: 1, max: 3 }),
  stepCount: fc.integer({ min: 1, max: 3 }),
  text: fc.string({ unit: fc.constantFrom('a', 'ß', '漢', '😀', '-', '"', "'", '\\'), maxLength: 12 }),
  limit: fc.integer({ min: 0, max: 900 }),
});

/** Generate documents of procedures: each error in turn, then errors by chance; the same seed gives the same ones. */
export function generateDocuments(count: number, seed: number, rows: NamedRows): GeneratedDocument[] {
  const names = Object.keys(DOCUMENT_ERRORS);
  return fc.sample(Choices, { numRuns: count, seed }).flatMap((choice, index) => {
    const errorName = names[index < names.length ? index : choice.error] ?? 'none';
    const [verdict, change] = DOCUMENT_ERRORS[errorName] ?? [
      ACCEPTED,
      (sections: DraftSection[]) => ({ sections }),
    ];
    const document = {
      code: `SOP-IMPORT-${index}`,
      settings: buildSettings({ name: `Imported ${index}` }),
      ...change(goodSections(choice, rows), rows),
    };
    return [{ errorName, verdict, document: { sections: [], ...document } }];
  });
}
