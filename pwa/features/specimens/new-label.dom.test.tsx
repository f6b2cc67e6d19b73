import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { buildSample } from '#db/factories/build-samples.ts';
import { buildSpecimen } from '#db/factories/build-specimens.ts';
import { type PrintLabels, PrintLabelsContext } from '#pwa/printing/use-print-labels.ts';
import { createScanBus } from '#pwa/scanning/scan-bus.ts';
import { ScanBusContext } from '#pwa/scanning/use-scan.ts';
import { NewLabelDialog } from './discrepancies-part.tsx';

const tube = buildSample({ id: 'tube', barcode: 'W26325-0007-01' });
const specimen = buildSpecimen({
  id: 'specimen-a',
  julianId: 'W26325-0007',
  customerSampleId: 'Blood 7',
  receivedAt: '2026-11-21T09:00:00.000Z',
});

function open(print: PrintLabels) {
  const bus = createScanBus({ repeatWindowMs: () => 0 });
  render(
    <ScanBusContext value={bus}>
      <PrintLabelsContext value={print}>
        <NewLabelDialog tube={tube} specimen={specimen} onClose={() => undefined} />
      </PrintLabelsContext>
    </ScanBusContext>,
  );
  return (code: string) => act(async () => bus.publish(code, 'hand'));
}

test('the new label of a relabeled tube is printed at once and scanned back on the tube', async () => {
  const print = vi.fn(async () => true);
  const scan = open(print);
  await userEvent.click(await screen.findByRole('button', { name: 'Print the label' }));
  expect(print).toHaveBeenCalledWith({
    kind: 'TUBE',
    labels: [{ barcode: 'W26325-0007-01', lines: ['Blood 7', expect.any(String), 'WBL'] }],
  });
  await screen.findByRole('button', { name: 'Print again' });
  await scan('W26325-0008-01');
  expect(await screen.findByText('Label does not match W26325-0007.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Done' })).toBeNull();
  await scan('w26325-0007-01');
  expect(await screen.findByText('The tube carries its label.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Done' })).toBeTruthy();
});

test('closing the print window leaves the label unprinted', async () => {
  open(async () => false);
  await userEvent.click(await screen.findByRole('button', { name: 'Print the label' }));
  expect(await screen.findByRole('button', { name: 'Print the label' })).toBeTruthy();
});
