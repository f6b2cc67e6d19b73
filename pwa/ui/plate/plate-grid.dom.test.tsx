import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { PlateGrid, type WellContent } from './plate-grid.tsx';

const WELLS = new Map<string, WellContent>([
  ['A1', { label: 'W26-1', tone: 'progress' }],
  ['B1', { label: 'Positive control', tone: 'success', fixed: true }],
]);

function Plate({ onMove }: { onMove: (from: string, to: string) => void }) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  return <PlateGrid label="Plate" wells={WELLS} selected={selected} onSelect={setSelected} onMove={onMove} />;
}

const well = (name: string): HTMLElement => screen.getByRole('gridcell', { name: new RegExp(`^${name}:`) });
const selected = (): string[] =>
  screen.getAllByRole('gridcell', { selected: true }).map((cell) => cell.dataset['position'] ?? '');

test('the arrow keys move over the plate in column-major order', async () => {
  render(<Plate onMove={vi.fn()} />);
  await userEvent.click(well('A1'));
  await userEvent.keyboard('{End}{ArrowDown}');
  expect(document.activeElement).toBe(well('A2'));
  await userEvent.keyboard('{ArrowRight}{ArrowUp}');
  expect(document.activeElement).toBe(well('H2'));
});

test('Tab reaches only one well', () => {
  render(<Plate onMove={vi.fn()} />);
  const stops = screen.getAllByRole('gridcell').filter((cell) => cell.tabIndex === 0);
  expect(stops.map((cell) => cell.dataset['position'])).toEqual(['A1']);
});

test('a sample can be picked up and put down by keyboard alone', async () => {
  const onMove = vi.fn();
  render(<Plate onMove={onMove} />);
  well('A1').focus();
  await userEvent.keyboard('m');
  expect(screen.getByText('A1 picked up. Choose the well where it goes.')).toBeTruthy();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(onMove).toHaveBeenCalledExactlyOnceWith('A1', 'C1');
});

test('Escape puts a held sample back', async () => {
  const onMove = vi.fn();
  render(<Plate onMove={onMove} />);
  well('A1').focus();
  await userEvent.keyboard('m{ArrowDown}{Escape}{ArrowDown}{Enter}');
  expect(onMove).not.toHaveBeenCalled();
});

test('a fixed control cannot be picked up', async () => {
  render(<Plate onMove={vi.fn()} />);
  well('B1').focus();
  await userEvent.keyboard('m');
  expect(screen.queryByText(/picked up/)).toBeNull();
});

test('Shift and arrows select a rectangle, a heading selects its column', async () => {
  render(<Plate onMove={vi.fn()} />);
  await userEvent.click(well('A1'));
  await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowRight}{/Shift}');
  expect(selected().sort()).toEqual(['A1', 'A2', 'B1', 'B2']);
  await userEvent.click(screen.getByRole('button', { name: 'Select column 3' }));
  expect(selected().filter((name) => name.endsWith('3'))).toHaveLength(8);
});

test('a rectangle begins at the well to which the arrows have moved', async () => {
  render(<Plate onMove={vi.fn()} />);
  await userEvent.click(well('A1'));
  await userEvent.keyboard('{ArrowRight}{ArrowDown}{Shift>}{ArrowDown}{/Shift}');
  expect(selected().sort()).toEqual(['B2', 'C2']);
});

test('a double press opens a well and leaves it selected', async () => {
  const onActivate = vi.fn();
  const onSelect = vi.fn();
  render(<PlateGrid label="Plate" wells={WELLS} onSelect={onSelect} onActivate={onActivate} />);
  await userEvent.dblClick(well('B1'));
  expect(onActivate).toHaveBeenCalledExactlyOnceWith('B1');
  expect(onSelect.mock.lastCall?.[0]).toEqual(new Set(['B1']));
});

test('Delete empties the focused well, not another one that is still selected', async () => {
  const onClear = vi.fn();
  render(<PlateGrid label="Plate" wells={WELLS} selected={new Set(['A1'])} onClear={onClear} />);
  well('B1').focus();
  await userEvent.keyboard('{Delete}');
  expect(onClear).toHaveBeenLastCalledWith(new Set(['B1']));
  well('A1').focus();
  await userEvent.keyboard('{Delete}');
  expect(onClear).toHaveBeenLastCalledWith(new Set(['A1']));
});

test('a finger scrolls over the plate, and drags a selected well to another one', () => {
  const onMove = vi.fn();
  render(<Plate onMove={onMove} />);
  const target = vi.spyOn(document, 'elementFromPoint');
  const drag = (from: string, to: string): void => {
    const finger = { pointerType: 'touch', button: 0, pointerId: 1 };
    target.mockReturnValue(well(from));
    fireEvent.pointerDown(well(from), { ...finger, clientX: 0, clientY: 0 });
    target.mockReturnValue(well(to));
    fireEvent.pointerMove(well(from), { ...finger, clientX: 40, clientY: 40 });
    fireEvent.pointerUp(well(from), { ...finger, clientX: 40, clientY: 40 });
  };
  drag('A1', 'D4');
  expect(onMove).not.toHaveBeenCalled();
  fireEvent.click(well('A1'));
  expect(well('A1').className).toContain('touch-none');
  drag('A1', 'D4');
  expect(onMove).toHaveBeenCalledExactlyOnceWith('A1', 'D4');
  target.mockRestore();
});
