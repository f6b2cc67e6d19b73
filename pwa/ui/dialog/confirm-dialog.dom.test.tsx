import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ConfirmDialog } from './confirm-dialog.tsx';

function renderDialog(reasonRequired: boolean) {
  const onConfirm = vi.fn();
  const onClose = vi.fn();
  render(
    <ConfirmDialog
      open
      title="Dispose 3 samples?"
      confirmLabel="Dispose 3 samples"
      reasonRequired={reasonRequired}
      onConfirm={onConfirm}
      onClose={onClose}
    />,
  );
  return { onConfirm, onClose };
}

test('a scan that ends with Enter confirms nothing and leaves the dialog open', async () => {
  const { onConfirm, onClose } = renderDialog(false);
  await userEvent.setup({ delay: null }).keyboard('W26-00412-03{Enter}');
  expect(onConfirm).not.toHaveBeenCalled();
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByRole('dialog')).toBeTruthy();
});

test('the Enter of a scan does not press the focused confirm button', () => {
  renderDialog(false);
  const confirm = screen.getByRole('button', { name: 'Dispose 3 samples' });
  confirm.focus();
  // The keys are created at once, so that they have a scanner's timing on a busy machine too.
  const burst = [...'W26-004', 'Enter'].map(
    (key) => new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
  );
  expect(burst.map((event) => fireEvent(confirm, event)).at(-1)).toBe(false);
});

test('a missing reason is requested and nothing happens', async () => {
  const { onConfirm } = renderDialog(true);
  await userEvent.click(screen.getByRole('button', { name: 'Dispose 3 samples' }));
  expect(onConfirm).not.toHaveBeenCalled();
  expect(screen.getByText('A reason is required.')).toBeTruthy();
  await userEvent.type(screen.getByLabelText(/Reason/), 'Leaking');
  await userEvent.click(screen.getByRole('button', { name: 'Dispose 3 samples' }));
  expect(onConfirm).toHaveBeenCalledWith('Leaking');
});
