import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PrintSheet } from './print-sheet.ts';
import { SheetPage } from './sheet-page.tsx';

const SHEET: PrintSheet = {
  entity: 'WBL',
  title: 'Plate map',
  number: 'W26320-L01',
  name: 'Ligation',
  facts: [{ name: 'Procedure', value: 'Library preparation' }],
  map: { rows: 8, columns: 12, cells: new Map([['A1', ['W26320-', '0015-01', 'NB01']]]) },
  tables: [{ title: 'Wells', columns: ['Well', 'Sample'], rows: [['A1', 'W26320-0015-01']] }],
  signatures: ['Done by, date'],
};

test('a sheet has the logo of its entity, and its number as text and as barcode', () => {
  render(<SheetPage sheet={SHEET} />);
  expect(screen.getByRole('img', { name: 'Barcode W26320-L01' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Plate map W26320-L01' })).toBeTruthy();
  const [logo] = document.querySelectorAll('header img');
  expect(logo?.getAttribute('src')).toBe('/entities/wbl.svg');
  expect(screen.getByText('Done by, date')).toBeTruthy();
});

test('the map shows the whole number in its position, and marks the corner A1', () => {
  render(<SheetPage sheet={SHEET} />);
  const [map] = screen.getAllByRole('table');
  if (!map) throw new Error('There is a map.');
  const corner = within(map).getByText(/0015-01/);
  expect(corner.className).toBe('first');
  expect(corner.textContent).toBe('W26320-\n0015-01\nNB01');
  expect(within(map).getAllByRole('cell')).toHaveLength(96);
});
