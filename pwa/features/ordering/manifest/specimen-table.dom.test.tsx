import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { shownDraft } from '#db/factories/build-ordering.ts';
import { WIZARD_STEPS } from '#db/ordering/drafts/submit-problems.ts';
import { StepMarks } from '#pwa/features/ordering/drafts/wizard-frame.tsx';
import { type EnteredRows, filledRows, withSpace } from './draft-specimen-rows.ts';
import { SpecimenTable } from './specimen-table.tsx';

const draft = shownDraft({
  problems: [
    { step: 'specimens', field: 'projectedSpecimenCount', message: '0 of 1 specimens entered.' },
    { step: 'data-use', field: 'agreementTypes', message: 'Accept the data-use agreement.' },
  ],
});

let currentRows: EnteredRows = [];
function Table({ faulty = false, saved = [] }: { faulty?: boolean; saved?: EnteredRows }) {
  const [rows, setRows] = useState<EnteredRows>(() => withSpace(saved, 2));
  currentRows = rows;
  const manifestFault = {
    row: 2,
    column: 'Sample ID',
    field: 'customerSampleId' as const,
    value: 'S 2',
    problem: 'Duplicate sample ID.',
    message: 'Row 2, Sample ID: Duplicate sample ID.',
    suggestion: null,
    fix: null,
    existing: null,
  };
  const specimenRows = {
    rows,
    dirty: true,
    restored: false,
    manifestFaults: faulty ? [manifestFault] : [],
    warnings: [],
    incomplete: 0,
    presets: {},
    setForAll: () => undefined,
    fix: () => undefined,
    loadFile: () => undefined,
    change: (next: (before: EnteredRows) => EnteredRows) => setRows(next),
    save: async () => true,
    discardChanges: () => undefined,
  };
  return <SpecimenTable draft={draft} specimenRows={specimenRows} />;
}

const cell = (name: string) =>
  screen.getByRole<HTMLInputElement>(/^Source|^Spec/.test(name) ? 'combobox' : 'textbox', { name });

test('the table is filled by keyboard: Enter moves to the next row, Ctrl+D copies the cell above', async () => {
  render(<Table />);
  const person = userEvent.setup();
  await person.click(cell('Sample ID, row 1'));
  await person.keyboard('S-1{Enter}S-2');
  await person.click(cell('Source Species, row 1'));
  await person.keyboard('Homo sapiens{Enter}{Control>}d{/Control}');
  expect(filledRows(currentRows)).toEqual([
    { row: 1, cells: { customerSampleId: 'S-1', providedSourceSpecies: 'Homo sapiens' } },
    { row: 2, cells: { customerSampleId: 'S-2', providedSourceSpecies: 'Homo sapiens' } },
  ]);
});

test('a pasted block spreads over cells and rows, and selected rows are removed', async () => {
  render(<Table />);
  const person = userEvent.setup();
  await person.click(cell('Sample ID, row 1'));
  await person.paste('S-1\tHomo sapiens\nS-2\tHomo sapiens\nS-3\tMus musculus\n');
  expect(cell('Source Species, row 3').value).toBe('Mus musculus');
  await person.click(screen.getByRole('checkbox', { name: 'Select row 2' }));
  await person.click(screen.getByRole('button', { name: 'Remove 1 row' }));
  expect(filledRows(currentRows).map(({ cells }) => cells.customerSampleId)).toEqual(['S-1', 'S-3']);
});

test('a fault is shown at its cell', () => {
  render(<Table faulty />);
  const wrong = cell('Sample ID, row 2');
  expect(wrong.getAttribute('aria-invalid')).toBe('true');
  expect(document.getElementById(wrong.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Duplicate sample ID.',
  );
});

test('the step marks show gaps and link to them', async () => {
  const visited: string[] = [];
  render(
    <StepMarks draft={draft} step="review" isVisited={() => true} onStep={(step) => visited.push(step)} />,
  );
  const marks = screen.getAllByRole('button');
  expect(marks).toHaveLength(WIZARD_STEPS.length);
  expect(marks[5]?.getAttribute('aria-current')).toBe('step');
  expect(marks[2]?.textContent).toContain('1 missing');
  expect(marks[4]?.textContent).toContain('complete');
  await userEvent.setup().click(screen.getByRole('button', { name: /Data use/ }));
  expect(visited).toEqual(['data-use']);
});

test('a requisition number that is taken is reported when its cell is left', async () => {
  vi.stubGlobal('fetch', (address: string) => {
    const isTaken = new URL(address, 'http://localhost').searchParams.get('requisitionNumber') === 'REQ-1';
    const message = isTaken ? 'Requisition number already in use.' : null;
    return Promise.resolve(Response.json({ available: !isTaken, message }));
  });
  render(<Table />);
  const person = userEvent.setup();
  await person.click(screen.getByRole('checkbox', { name: 'All columns' }));
  await person.click(cell('Requisition Number, row 1'));
  await person.keyboard('REQ-1{Enter}REQ-2{Enter}');
  await screen.findByText('Requisition number already in use.');
  expect(cell('Requisition Number, row 1').getAttribute('aria-invalid')).toBe('true');
  expect(cell('Requisition Number, row 2').getAttribute('aria-invalid')).toBeNull();
  vi.unstubAllGlobals();
});

test('a row of a draft shows no requisition number until somebody types one', async () => {
  const requisitionNumber = 'DRAFT-5ZK3M7T0QA-001';
  render(<Table saved={[{ row: 1, cells: { customerSampleId: 'S-1', requisitionNumber } }]} />);
  const person = userEvent.setup();
  await person.click(screen.getByRole('checkbox', { name: 'All columns' }));
  const number = cell('Requisition Number, row 1');
  expect(number.value).toBe('');
  expect(currentRows[0]?.cells.requisitionNumber).toBe(requisitionNumber);
  await person.click(number);
  await person.paste('REQ-7');
  expect(currentRows[0]?.cells.requisitionNumber).toBe('REQ-7');
});
