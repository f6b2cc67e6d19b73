import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** Add a filter to the list on the screen and choose one of its values. */
export async function chooseFilter(user: UserEvent, filter: string, value: string | RegExp): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  const names = within(await screen.findByRole('group', { name: 'Filter by' }));
  await user.click(names.getByRole('button', { name: filter }));
  const choices = within(await screen.findByRole('group', { name: filter }));
  await user.click(await choices.findByRole('button', { name: value }));
}
