import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { entry, useCells, WELLS } from '#pwa/testing/section-screen.tsx';
import type { GridColumn, GridEntry } from './entered-value.ts';
import { ValueGrid } from './value-grid.tsx';

const COLUMNS: GridColumn[] = [
  { id: 'concentration', label: 'Concentration', unit: 'ng/µL', kind: 'number', required: true },
  { id: 'yield', label: 'Yield', unit: 'ng', kind: 'calculated', required: true },
  { id: 'intact', label: 'Intact', unit: '', kind: 'boolean', required: true },
];

function Grid({
  onCommit,
  onMessage,
}: {
  onCommit(entries: readonly GridEntry[], ...done: string[]): void;
  onMessage?(text: string): void;
}) {
  const { cellOf, commit } = useCells(onCommit, { calculated: ['yield'] });
  return (
    <ValueGrid
      label="Values"
      lines={WELLS}
      columns={COLUMNS}
      cellOf={cellOf}
      onCommit={commit}
      onMessage={onMessage ?? vi.fn()}
    />
  );
}

const cell = (column: string, row: number): HTMLElement =>
  screen.getByLabelText(new RegExp(`^${column} of W26325-000${row}-01`));

test('a value is saved when its cell loses focus, and Enter goes to the next well', async () => {
  const onCommit = vi.fn();
  render(<Grid onCommit={onCommit} />);
  await userEvent.click(cell('Concentration', 1));
  await userEvent.keyboard('12.5');
  expect(onCommit).not.toHaveBeenCalled();
  await userEvent.keyboard('{Enter}');
  expect(onCommit.mock.calls).toEqual([[[entry('A1', 'concentration', '12.5', '')]]]);
  expect(document.activeElement).toBe(cell('Concentration', 2));
});

test('the arrows move over the plate; right leaves a cell only at the end of its text', async () => {
  render(<Grid onCommit={vi.fn()} />);
  await userEvent.click(cell('Concentration', 1));
  await userEvent.keyboard('7{ArrowDown}{ArrowDown}{ArrowUp}');
  expect(document.activeElement).toBe(cell('Concentration', 2));
  await userEvent.keyboard('12{ArrowLeft}');
  expect(document.activeElement).toBe(cell('Concentration', 2));
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  expect(document.activeElement).toBe(cell('Yield', 2));
});

test('Enter in the last well goes to the top of the next column', async () => {
  render(<Grid onCommit={vi.fn()} />);
  await userEvent.click(cell('Concentration', 3));
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement).toBe(cell('Yield', 1));
});

test('Escape discards the typed text', async () => {
  const onCommit = vi.fn();
  render(<Grid onCommit={onCommit} />);
  await userEvent.click(cell('Concentration', 1));
  await userEvent.keyboard('99{Escape}{Enter}');
  expect(onCommit).not.toHaveBeenCalled();
});

test('Tab reaches only one cell and then leaves the grid', async () => {
  render(<Grid onCommit={vi.fn()} />);
  const stops = screen.getAllByLabelText(/ of W26325-/).filter((one) => one.tabIndex === 0);
  expect(stops).toEqual([cell('Concentration', 1)]);
});

test('a spreadsheet block is pasted from the active cell on, past the calculation', async () => {
  const onCommit = vi.fn();
  render(<Grid onCommit={onCommit} />);
  await userEvent.click(cell('Concentration', 2));
  await userEvent.paste('1,5\t8\tyes\n2\t9\tno\n3\t9\tno');
  expect(onCommit.mock.calls[0]).toEqual([
    [
      entry('B1', 'concentration', '1.5'),
      entry('B1', 'intact', 'true'),
      entry('C1', 'concentration', '2'),
      entry('C1', 'intact', 'false'),
    ],
    'Pasted 4 values; 3 did not fit on the plate and were skipped.',
  ]);
});

test('a fill copies the typed text into the empty cells below and leaves the others', async () => {
  const onCommit = vi.fn();
  render(<Grid onCommit={onCommit} />);
  await userEvent.click(cell('Concentration', 2));
  await userEvent.keyboard('4{Enter}');
  await userEvent.click(cell('Concentration', 1));
  await userEvent.keyboard('9{Control>}d{/Control}');
  expect(onCommit.mock.lastCall).toEqual([
    [entry('A1', 'concentration', '9'), entry('C1', 'concentration', '9')],
    'Filled 1 empty cell below.',
  ]);
});

test('yes and no are both answers, given by key or press', async () => {
  const onCommit = vi.fn();
  render(<Grid onCommit={onCommit} />);
  cell('Intact', 1).focus();
  await userEvent.keyboard('n');
  expect(cell('Intact', 1).textContent).toBe('No');
  await userEvent.click(cell('Intact', 2));
  expect(onCommit.mock.calls).toEqual([
    [[entry('A1', 'intact', 'false', '')]],
    [[entry('B1', 'intact', 'true', '')]],
  ]);
});
