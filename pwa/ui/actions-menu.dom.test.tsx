import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ActionsMenu } from './actions-menu.tsx';

test('an action can be chosen by keyboard alone', async () => {
  const onSelect = vi.fn();
  render(
    <ActionsMenu
      actions={[
        { label: 'Move', onSelect: vi.fn() },
        { label: 'Print label', onSelect },
      ]}
    />,
  );
  screen.getByRole('button', { name: 'Actions' }).focus();
  await userEvent.keyboard('{Enter}');
  await screen.findByRole('menuitem', { name: 'Move' });
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(onSelect).toHaveBeenCalledOnce();
});

test('an unavailable action shows the reason and has no effect', async () => {
  const onSelect = vi.fn();
  render(
    <ActionsMenu actions={[{ label: 'Add to batch', disabled: true, note: 'Quarantined', onSelect }]} />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Actions' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: /Add to batch/ }));
  expect(screen.getByText('Quarantined')).toBeTruthy();
  expect(onSelect).not.toHaveBeenCalled();
});
