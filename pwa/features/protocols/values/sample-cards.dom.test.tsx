import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { entry, useCells, WELLS } from '#pwa/testing/section-screen.tsx';
import type { GridColumn } from './entered-value.ts';
import { SampleCards } from './sample-values.tsx';

const COLUMNS: GridColumn[] = [
  { id: 'volume', label: 'Volume', unit: 'µL', kind: 'number', required: true },
  { id: 'intact', label: 'Intact', unit: '', kind: 'boolean', required: true },
  { id: 'tube', label: 'Tube', unit: '', kind: 'code', required: true },
];
const user = userEvent.setup();

function Cards(props: { onCommit: (...args: unknown[]) => void; onMessage?: (text: string) => void }) {
  const { cellOf, commit } = useCells(props.onCommit, { start: { 'B1 volume': '7' } });
  return (
    <SampleCards
      label="Values"
      lines={WELLS}
      columns={COLUMNS}
      cellOf={cellOf}
      onCommit={commit}
      onActive={() => undefined}
      onNote={() => undefined}
      onMessage={props.onMessage ?? vi.fn()}
    />
  );
}

const fill = () => screen.queryByRole('button', { name: /^Fill / });

test('a value on a card is filled down into the empty wells below the current one', async () => {
  const onCommit = vi.fn();
  render(<Cards onCommit={onCommit} />);
  expect(fill()).toBeNull();
  await user.click(screen.getAllByLabelText(/^Volume/)[0] ?? document.body);
  await user.keyboard('12');
  await user.click(screen.getByRole('button', { name: 'Fill 1 below' }));
  expect(onCommit.mock.calls).toEqual([
    [[entry('A1', 'volume', '12', '')]],
    [[entry('C1', 'volume', '12')], 'Filled 1 empty cell below.'],
  ]);
  expect(fill()).toBeNull();
});

test('an answer is filled down too, a unique code never', async () => {
  const onCommit = vi.fn();
  render(<Cards onCommit={onCommit} />);
  await user.click(screen.getAllByRole('radio', { name: 'Yes' })[0] ?? document.body);
  await user.click(screen.getByRole('button', { name: 'Fill 2 below' }));
  expect(onCommit.mock.lastCall).toEqual([
    [entry('B1', 'intact', 'true'), entry('C1', 'intact', 'true')],
    'Filled 2 empty cells below.',
  ]);
  await user.click(screen.getAllByLabelText(/^Tube/)[0] ?? document.body);
  expect(fill()).toBeNull();
});

test('a fill without a value shows what to do', async () => {
  const onMessage = vi.fn();
  const onCommit = vi.fn();
  render(<Cards onCommit={onCommit} onMessage={onMessage} />);
  await user.click(screen.getAllByLabelText(/^Volume/)[0] ?? document.body);
  await user.click(screen.getByRole('button', { name: 'Fill 1 below' }));
  expect(onCommit).not.toHaveBeenCalled();
  expect(onMessage).toHaveBeenCalledExactlyOnceWith('Enter a value first; then it can be filled down.');
});
