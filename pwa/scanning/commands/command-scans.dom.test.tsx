import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DEFAULT_SCANNER_SETTINGS, saveScannerSettings } from '#pwa/scanning/keys/scanner-settings.ts';
import { createScanBus, type ScanBus } from '#pwa/scanning/scan-bus.ts';
import { UnreadScanNotice } from '#pwa/scanning/unread-scan-notice.tsx';
import { ScanBusContext, useScan } from '#pwa/scanning/use-scan.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { loadDialogs } from '#pwa/ui/dialog/dialog.tsx';
import { CommandScans } from './command-scans.tsx';

let bus: ScanBus;
let now = 0;

beforeEach(() => {
  saveScannerSettings({ ...DEFAULT_SCANNER_SETTINGS, muted: true });
  now = 0;
  bus = createScanBus({ repeatWindowMs: () => 1500, now: () => now });
});
afterEach(cleanup);

function show(page: ReactNode): void {
  render(
    <ScanBusContext value={bus}>
      <main>{page}</main>
      <UnreadScanNotice />
      <CommandScans />
    </ScanBusContext>,
  );
}

/** Scan a command and wait until the queue has processed it. */
async function scan(code: string): Promise<void> {
  await act(async () => {
    bus.publish(code, 'hand');
    await vi.waitFor(() => expect(bus.waiting()).toBe(0), { timeout: 3000 });
  });
}

function Codes({ onCode }: { onCode(code: string): void }) {
  useScan(({ code }) => onCode(code));
  return null;
}

test('a command presses the button that names it, and the page never reads it as a code', async () => {
  const [undo, onCode] = [vi.fn(), vi.fn()];
  show(
    <>
      <Codes onCode={onCode} />
      <Button command="UNDO" onClick={undo}>
        Undo this move
      </Button>
    </>,
  );
  await scan('%UNDO');
  expect(undo).toHaveBeenCalledTimes(1);
  expect(onCode).not.toHaveBeenCalled();
  expect(screen.getByRole('status').textContent).toBe('Undo this move');
});

test('a command that a screen does not know is answered in words', async () => {
  const onCode = vi.fn();
  show(<Codes onCode={onCode} />);
  await scan('%UNDO');
  expect(screen.getByText('Nothing to undo here.')).toBeTruthy();
  expect(onCode).not.toHaveBeenCalled();
});

test('OK presses the only main button, and neither of two', async () => {
  const [move, sign] = [vi.fn(), vi.fn()];
  show(
    <Button variant="primary" onClick={move}>
      Move 3 samples
    </Button>,
  );
  await scan('%OK');
  expect(move).toHaveBeenCalledTimes(1);
  cleanup();
  show(
    <>
      <Button variant="primary" onClick={move}>
        Move 3 samples
      </Button>
      <Button variant="primary" onClick={sign}>
        Sign
      </Button>
    </>,
  );
  now += 5000;
  await scan('%OK');
  expect(move).toHaveBeenCalledTimes(1);
  expect(sign).not.toHaveBeenCalled();
  expect(screen.getByText('Nothing to confirm here.')).toBeTruthy();
});

function Asking({ onConfirm, onUndo }: { onConfirm(): void; onUndo(): void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        Dispose…
      </Button>
      <Button command="UNDO" onClick={onUndo}>
        Undo
      </Button>
      <ConfirmDialog
        open={open}
        danger
        title="Dispose 3 samples?"
        confirmLabel="Dispose 3 samples"
        onConfirm={() => {
          setOpen(false);
          onConfirm();
        }}
        onClose={() => setOpen(false)}
      />
    </>
  );
}

test('a dialog takes OK and Cancel, and hides the commands of the page below', async () => {
  await loadDialogs();
  const [confirm, undo] = [vi.fn(), vi.fn()];
  show(<Asking onConfirm={confirm} onUndo={undo} />);
  await scan('%OK');
  await screen.findByRole('dialog');
  await scan('%UNDO');
  expect(undo).not.toHaveBeenCalled();
  await scan('%CANCEL');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(confirm).not.toHaveBeenCalled();
  now += 5000;
  await scan('%OK');
  await screen.findByRole('dialog');
  now += 5000;
  await scan('%OK');
  await waitFor(() => expect(confirm).toHaveBeenCalledTimes(1));
});

test('a double pull of the trigger does not confirm the dialog that the first scan opened', async () => {
  await loadDialogs();
  const confirm = vi.fn();
  show(<Asking onConfirm={confirm} onUndo={vi.fn()} />);
  await scan('%OK');
  await screen.findByRole('dialog');
  now += 300;
  await scan('%OK');
  expect(confirm).not.toHaveBeenCalled();
  expect(screen.getByText('OK was scanned twice. Scan it again.')).toBeTruthy();
});

function Package({ onCondition }: { onCondition(code: string): void }) {
  useScan(({ code }) => onCondition(code), { isExpected: (code) => code === '%INTACT' });
  return null;
}

test('a page takes a command for which it has no button', async () => {
  const onCondition = vi.fn();
  show(<Package onCondition={onCondition} />);
  await scan('%INTACT');
  expect(onCondition).toHaveBeenCalledWith('%INTACT');
});

function Lock() {
  useScan(() => undefined, { layer: 'lock' });
  return null;
}

test('a locked screen presses nothing', async () => {
  const undo = vi.fn();
  show(
    <>
      <Lock />
      <Button command="UNDO" onClick={undo}>
        Undo
      </Button>
    </>,
  );
  await scan('%UNDO');
  expect(undo).not.toHaveBeenCalled();
});
