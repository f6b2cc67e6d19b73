import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Dialog, loadDialogs } from './dialog/dialog.tsx';
import { NOTHING_TYPED, SigningFields } from './signing-fields.tsx';

function Signing({ onSign, passwordDue = false }: { onSign(): void; passwordDue?: boolean }) {
  const [typed, setTyped] = useState(NOTHING_TYPED);
  return (
    <Dialog open title="Sign Elution" onClose={() => undefined}>
      <SigningFields value={typed} passwordDue={passwordDue} onChange={setTyped} onSign={onSign} />
    </Dialog>
  );
}

const pin = () => screen.findByLabelText(/Signing PIN/);

test('the PIN has the focus and Enter signs', async () => {
  await loadDialogs();
  const onSign = vi.fn();
  render(<Signing onSign={onSign} />);
  const field = await pin();
  await waitFor(() => expect(document.activeElement).toBe(field));
  fireEvent.change(field, { target: { value: '24681' } });
  await userEvent.keyboard('{Enter}');
  expect(onSign).not.toHaveBeenCalled();
  fireEvent.change(field, { target: { value: '246810' } });
  await userEvent.keyboard('{Enter}');
  expect(onSign).toHaveBeenCalledTimes(1);
});

test('the Enter of a scan does not sign', async () => {
  await loadDialogs();
  const onSign = vi.fn();
  render(<Signing onSign={onSign} />);
  const field = await pin();
  fireEvent.change(field, { target: { value: '246810' } });
  for (const key of [...'W26-004', 'Enter'])
    fireEvent(field, new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  expect(onSign).not.toHaveBeenCalled();
});

test('the password has the focus where it is due', async () => {
  await loadDialogs();
  render(<Signing onSign={() => undefined} passwordDue />);
  const field = await screen.findByLabelText(/Password/);
  await waitFor(() => expect(document.activeElement).toBe(field));
});
