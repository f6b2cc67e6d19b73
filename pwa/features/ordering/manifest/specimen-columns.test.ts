import { expect, test } from 'vitest';
import { buildService, shownDraft } from '#db/factories/build-ordering.ts';
import { buildProtocol } from '#db/factories/build-protocols.ts';
import { numbered } from './draft-specimen-rows.ts';
import { choicesOf, columnsFor } from './specimen-columns.ts';

const fieldsOf = (...args: Parameters<typeof columnsFor>) => columnsFor(...args).map(({ field }) => field);
const OF_PATIENT = ['patientMrn', 'physician', 'collectedAt'];

test('a non-clinical service asks for no patient, and pasted patient data are flagged', () => {
  const draft = shownDraft();
  expect(fieldsOf(draft, [], true)).not.toEqual(expect.arrayContaining(['patientMrn']));
  expect(fieldsOf(draft, [], true)).toContain('notes');
  expect(fieldsOf(draft, numbered([{ patientMrn: 'MRN-1' }]))).toContain('patientMrn');
});

test('a clinical service asks for patient, physician and time, and offers the clinicians who may order', () => {
  const draft = shownDraft({
    service: buildService({ clinical: true }),
    protocol: buildProtocol({ clinical: true }),
    clinicians: ['Clara Novak'],
  });
  expect(fieldsOf(draft, [])).toEqual(expect.arrayContaining(OF_PATIENT));
  expect(choicesOf('physician', draft)).toEqual(['Clara Novak']);
});
