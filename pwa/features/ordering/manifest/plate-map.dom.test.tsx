import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { shownDraft } from '#db/factories/build-ordering.ts';
import { type EnteredRows, filledRows, withSpace } from './draft-specimen-rows.ts';
import { PlateMap } from './plate-map.tsx';

const baseDraft = shownDraft();
const draft = { ...baseDraft, order: { ...baseDraft.order, packageType: 'PLATE' as const } };

let currentRows: EnteredRows = [];
function Plate() {
  const [rows, setRows] = useState<EnteredRows>(() => withSpace([], 2));
  currentRows = rows;
  const change = (next: (before: EnteredRows) => EnteredRows) => setRows(next);
  const specimenRows = {
    rows,
    change,
    dirty: true,
    restored: false,
    manifestFaults: [],
    warnings: [],
    incomplete: 0,
    presets: {},
    setForAll: () => undefined,
    fix: () => undefined,
    loadFile: () => undefined,
    save: async () => true,
    discardChanges: () => undefined,
  };
  return <PlateMap draft={draft} specimenRows={specimenRows} />;
}

test('wells are named by keyboard: Enter on a well moves to its name, Enter there to the next well', async () => {
  render(<Plate />);
  const person = userEvent.setup();
  screen.getByRole('gridcell', { name: /^G1: empty/ }).focus();
  await person.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^Sample ID/ }));
  await person.keyboard('P-1{Enter}P-2{Enter}P-3');
  const wellNames = filledRows(currentRows).map(({ cells }) => [
    cells.shipmentPlateLocation,
    cells.customerSampleId,
  ]);
  expect(wellNames).toEqual([
    ['G1', 'P-1'],
    ['H1', 'P-2'],
    ['A2', 'P-3'],
  ]);
  expect(screen.getByRole('heading', { name: 'Well A2' })).toBeTruthy();
});

test('many wells are named in a row, from a first number', async () => {
  render(<Plate />);
  const person = userEvent.setup();
  await person.click(screen.getByRole('button', { name: 'Select column 1' }));
  const prefix = screen.getByLabelText('Begins with *');
  expect(prefix).toHaveProperty('value', 'S-');
  await person.clear(prefix);
  await person.type(prefix, 'T');
  await person.clear(screen.getByLabelText('First number *'));
  await person.type(screen.getByLabelText('First number *'), '7');
  await person.click(screen.getByRole('button', { name: 'Name 8 wells' }));
  await waitFor(() =>
    expect(filledRows(currentRows).map(({ cells }) => cells.customerSampleId)).toEqual(
      ['07', '08', '09', '10', '11', '12', '13', '14'].map((number) => `T${number}`),
    ),
  );
});
