import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { PrintSheet } from './print-sheet.ts';
import { usePrintSheet } from './use-print-sheet.tsx';

const printed = vi.hoisted(() => ({ html: '', title: '' }));
vi.mock('react-to-print', () => ({
  useReactToPrint:
    ({ contentRef, documentTitle }: { contentRef: { current: HTMLElement | null }; documentTitle: string }) =>
    () => {
      printed.html = contentRef.current?.innerHTML ?? '';
      printed.title = documentTitle;
    },
}));

const SHEET: PrintSheet = {
  entity: 'WBL',
  title: 'Box map',
  number: 'BX-14',
  facts: [{ name: 'Location', value: 'Freezer 2' }],
};

function Page() {
  const sheet = usePrintSheet();
  return (
    <>
      <button type="button" onClick={() => sheet.print(SHEET)}>
        Print
      </button>
      {sheet.printed}
    </>
  );
}

test('a press prints the sheet alone, without the page around it', async () => {
  render(<Page />);
  await userEvent.click(screen.getByRole('button', { name: 'Print' }));
  await vi.waitFor(() => expect(printed.title).toBe('Box map BX-14'));
  expect(printed.html).toContain('Freezer 2');
  expect(printed.html).toContain('Barcode BX-14');
  expect(printed.html).not.toContain('<button');
});
