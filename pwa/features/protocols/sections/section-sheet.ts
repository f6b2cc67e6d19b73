import { ASSIGNED_SECTION_STATUS_DISPLAY } from '#db/protocols/sections/current-section.ts';
import { signatureText } from '#db/protocols/signing/write-signature.ts';
import { computeDisplayValues, getDisplayValue } from '#pwa/features/protocols/values/display-values.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { knownFacts, type PrintSheet, type SheetTable } from '#pwa/printing/print-sheet.ts';
import { type SectionView, unitOf } from './section-view.ts';

/** Columns of values on a sheet of paper; further fields follow in a table of their own. */
const FIELDS_IN_TABLE = 5;

/** Build the worksheet of a section: its steps with what is recorded, and empty places to write in. */
export function sectionSheet(view: SectionView): PrintSheet {
  const { run } = view;
  const { section } = run.running;
  const values = computeDisplayValues(view);
  const labelOf = (field: (typeof run.own)[number]): string => {
    const unit = unitOf(view, field);
    return unit === '' ? field.label : `${field.label}, ${unit}`;
  };
  const tables = view.steps.flatMap((step): SheetTable[] => {
    const fields = run.own.filter(({ stepId }) => stepId === step.id);
    const batchFields = fields.filter(({ scope }) => scope === 'PER_BATCH');
    const sampleFields = fields.filter(({ scope }) => scope === 'PER_SAMPLE');
    const title = `${step.order}. ${step.title}`;
    const blocks = Array.from({ length: Math.ceil(sampleFields.length / FIELDS_IN_TABLE) }, (_, at) =>
      sampleFields.slice(at * FIELDS_IN_TABLE, (at + 1) * FIELDS_IN_TABLE),
    );
    return [
      ...(batchFields.length > 0 || blocks.length === 0
        ? [
            {
              title,
              columns: ['Value', 'Recorded'],
              rows: batchFields.map((field) => [
                labelOf(field),
                getDisplayValue(values, field.id, null).value,
              ]),
            },
          ]
        : []),
      ...blocks.map((block, at) => ({
        title: blocks.length > 1 ? `${title} (${at + 1} of ${blocks.length})` : title,
        columns: ['Well', 'Sample', ...block.map(labelOf)],
        rows: run.rows.map((row) => [
          row.well ?? '',
          row.barcode,
          ...block.map((field) => getDisplayValue(values, field.id, row.id).value),
        ]),
      })),
    ];
  });
  const instructions = view.steps.flatMap(({ order, title, instructions: text, caution }) => [
    ...(text ? [`${order}. ${title}: ${text}`] : []),
    ...(caution ? [`Caution at step ${order}: ${caution}`] : []),
  ]);
  return {
    entity: run.batch.entity,
    title: `Worksheet ${section.name}`,
    number: run.batch.julianId,
    name: run.batch.name,
    facts: knownFacts([
      { name: 'Procedure', value: run.procedure.name },
      { name: 'Section', value: `${section.order} of ${run.all.length}` },
      { name: 'Status', value: ASSIGNED_SECTION_STATUS_DISPLAY[view.status].label },
      { name: 'Instruments', value: view.scanned.map(({ name }) => name).join(', ') },
    ]),
    texts: [...(section.instructions ? [section.instructions] : []), ...instructions],
    tables,
    signatures:
      run.signatures.length > 0
        ? run.signatures.map(
            (one) => `${signatureText(one)}, ${formatDate(one.occurredAt, 'monthDayAtTime')}`,
          )
        : ['Done by, date', 'Reviewed by, date'],
  };
}
