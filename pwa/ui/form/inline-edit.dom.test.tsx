import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { describeField } from '#db/values/field-types.ts';
import { DirtyContext } from './dirty-context.ts';
import { InlineEdit } from './inline-edit.tsx';

// Fast keys would look like a hand scanner.
const user = userEvent.setup({ delay: 70 });
const Volume = describeField(z.string().regex(/^\d+$/, 'Enter a number.'), {
  label: 'Volume',
  input: 'decimal',
});

const report = vi.fn();
function show(onSave: (value: string) => Promise<unknown>) {
  report.mockClear();
  render(
    <DirtyContext value={report}>
      <InlineEdit label="Volume" value="40" field={Volume} onSave={onSave}>
        40 µL
      </InlineEdit>
    </DirtyContext>,
  );
  return user.click(screen.getByRole('button', { name: 'Edit volume' }));
}
const input = () => screen.getByRole('textbox', { name: /Volume/ });

test('Enter saves the value, and the focus returns to the fact', async () => {
  const onSave = vi.fn(async () => undefined);
  await show(onSave);
  expect(document.activeElement).toBe(input());
  await user.clear(input());
  await user.type(input(), '35{Enter}');
  await waitFor(() => expect(onSave).toHaveBeenCalledExactlyOnceWith('35'));
  const edit = await screen.findByRole('button', { name: 'Edit volume' });
  await waitFor(() => expect(document.activeElement).toBe(edit));
});

test('Escape forgets the value', async () => {
  const onSave = vi.fn(async () => undefined);
  await show(onSave);
  await user.type(input(), '9{Escape}');
  expect(await screen.findByText('40 µL')).toBeTruthy();
  expect(onSave).not.toHaveBeenCalled();
});

test('a value that the schema or the rule refuses stays in the field with its text', async () => {
  const onSave = vi.fn(async () => {
    throw new AppError('VALIDATION', 'The tube is disposed of.');
  });
  await show(onSave);
  await user.clear(input());
  await user.type(input(), 'x{Enter}');
  expect(onSave).not.toHaveBeenCalled();
  await user.clear(input());
  await user.type(input(), '12{Enter}');
  expect(await screen.findByText('The tube is disposed of.')).toBeTruthy();
  expect(input()).toHaveProperty('value', '12');
  expect(report).toHaveBeenCalledWith(expect.any(String), true);
});
