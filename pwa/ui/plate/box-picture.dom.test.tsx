import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { buildSample } from '#db/factories/build-samples.ts';
import { renderInRouter } from '#pwa/testing/router-wrapper.tsx';
import { BoxPicture } from './box-picture.tsx';

const SAMPLES = [
  buildSample({ id: 's1', barcode: 'W26320-0015-01', storagePosition: 'A1', status: 'IN_QUEUE' }),
  buildSample({
    id: 's2',
    barcode: 'W26320-0016-01',
    storagePosition: 'B1',
    status: 'COMPLETED',
    extractedConcentration: '42.5',
  }),
];
const TEXTS = { nameOf: () => 'Ann', timeOf: () => 'today' };

beforeEach(() => localStorage.clear());

async function show(): Promise<void> {
  renderInRouter(<BoxPicture name="Box 1" rows={9} columns={9} samples={SAMPLES} slotTexts={TEXTS} />);
  await screen.findByRole('grid', { name: 'Box 1' });
}
const position = (name: string): HTMLElement =>
  screen.getByRole('gridcell', { name: new RegExp(`^${name}:`) });

test('a pressed entry of the legend dims all other positions until it is pressed again', async () => {
  await show();
  const entry = screen.getByRole('button', { name: /In queue 1/ });
  await userEvent.click(entry);
  expect(entry.getAttribute('aria-pressed')).toBe('true');
  expect([position('A1').dataset['dimmed'], position('B1').dataset['dimmed']]).toEqual([undefined, 'true']);
  await userEvent.click(entry);
  expect(position('B1').dataset['dimmed']).toBeUndefined();
});

test('the meaning of the colors is remembered, and letters say the same without color', async () => {
  await show();
  await userEvent.click(screen.getByRole('radio', { name: 'Concentration' }));
  expect(screen.getByRole('button', { name: /10 to 50 ng\/µL 1/ })).toBeTruthy();
  expect(position('B1').textContent).toContain('C');
  expect(position('B1').textContent).toContain('42.5');
  expect(localStorage.getItem('picture-color')).toBe('concentration');
});

test('the inspector shows the sample of the pressed position', async () => {
  await show();
  expect(screen.getByText('Select a position to see its sample.')).toBeTruthy();
  await userEvent.click(position('B1'));
  expect(screen.getByRole('link', { name: 'W26320-0016-01' })).toBeTruthy();
  expect(screen.getByText('42.5 ng/µL')).toBeTruthy();
  await userEvent.click(position('C1'));
  expect(screen.getByText('C1 is free.')).toBeTruthy();
});

test('a focused position has a tooltip with its full number, which Escape closes', async () => {
  await show();
  await userEvent.tab();
  await userEvent.keyboard('{ArrowDown}');
  const tip = await screen.findByRole('tooltip');
  expect(tip.textContent).toContain('B1 · occupied, W26320-0016-01');
  expect(tip.textContent).toContain('Completed · 42.5 ng/µL');
  expect(position('B1').getAttribute('aria-describedby')).toBe(tip.id);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
});
