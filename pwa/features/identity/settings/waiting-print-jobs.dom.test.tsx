import 'fake-indexeddb/auto';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ulid } from 'ulid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildActor } from '#db/factories/run-rule.ts';
import { PrintJobInput, REPRINT_REASON_MISSING } from '#db/labels/print-job.ts';
import { operationNamed } from '#db/operations.ts';
import { deviceQueue } from '#pwa/printing/print-provider.tsx';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice } from '#pwa/testing/simulated-device.ts';
import { WaitingPrintJobs } from './printers-part.tsx';

const TECH = buildActor({ role: 'LAB_TECH', userId: 'user-tess', name: 'Tess Nakamura' });
const OFF = 'Printer bench-1 refuses the connection. Check that it is switched on and ready.';
let bench: Replica;
let deviceCount = 0;
let requests: PrintJobInput[];
let answers: Response[];

const refusing = (status: number, error: string) => Response.json({ error }, { status });

beforeEach(async () => {
  requests = [];
  answers = [];
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    requests.push(PrintJobInput.parse(JSON.parse(String(init.body))));
    return answers.shift() ?? Response.json({});
  });
  const server = new ModelServer(operationNamed);
  bench = await openDevice({ name: `labels-${deviceCount++}`, actor: TECH, send: server.sendAs(TECH) });
});

afterEach(async () => {
  vi.unstubAllGlobals();
  for (const { id } of await deviceQueue().waiting(TECH.userId)) await deviceQueue().remove(id);
  await bench.close();
});

async function waitingJob(printer: string): Promise<void> {
  const labels = [{ barcode: 'W26325-0001-01', lines: [] }];
  const job = PrintJobInput.parse({ id: ulid(), printer, kind: 'TUBE', labels, copies: 1 });
  await deviceQueue().add(job, TECH.userId);
  await deviceQueue().send(TECH.userId);
  render(
    <ReplicaProvider replica={bench}>
      <WaitingPrintJobs />
    </ReplicaProvider>,
  );
}

test('failed labels show the reason, and are printed again by a press', async () => {
  answers = [refusing(503, OFF)];
  await waitingJob('bench-1');
  expect(await screen.findByText('Not printed')).toBeTruthy();
  expect(screen.getByText(new RegExp(OFF))).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Send now' }));
  expect(await screen.findByText('Everything printed here is known to the server.')).toBeTruthy();
  expect(requests).toHaveLength(2);
});

test('labels that will not be printed any more are discarded only after confirmation', async () => {
  answers = [refusing(503, OFF)];
  await waitingJob('bench-1');
  await userEvent.click(await screen.findByRole('button', { name: 'Give it up…' }));
  expect(await screen.findByText(/These labels will not be printed/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Give it up' }));
  expect(await screen.findByText('Everything printed here is known to the server.')).toBeTruthy();
});

test('a label printed offline that another device had printed too reaches the log with a reason', async () => {
  answers = [refusing(422, REPRINT_REASON_MISSING)];
  await waitingJob('BROWSER');
  await userEvent.click(await screen.findByRole('button', { name: 'Give a reason…' }));
  await userEvent.click(await screen.findByLabelText(/^Reason/));
  await userEvent.paste('The first one smeared');
  await userEvent.click(screen.getByRole('button', { name: 'Send to the print log' }));
  await waitFor(() =>
    expect(requests.map((job) => job.reprintReason)).toEqual([null, 'The first one smeared']),
  );
});
