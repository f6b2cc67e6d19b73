import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { useFocusRecovery } from './focus-recovery.ts';

function Page({ scans }: { scans: boolean }) {
  useFocusRecovery();
  const [isOpen, setIsOpen] = useState(true);
  return (
    <main>
      <h1 tabIndex={-1}>Receive shipment</h1>
      {scans && <input data-scan-field="" aria-label="Scan a tube" />}
      {isOpen && (
        <button type="button" onClick={() => setIsOpen(false)}>
          Re-queue
        </button>
      )}
    </main>
  );
}

test('a button that disappears with its work gives the focus to the scan field', async () => {
  render(<Page scans />);
  screen.getByRole('button').focus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Scan a tube')));
});

test('a page without a scan field gets the focus on its heading', async () => {
  render(<Page scans={false} />);
  screen.getByRole('button').focus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading')));
});
