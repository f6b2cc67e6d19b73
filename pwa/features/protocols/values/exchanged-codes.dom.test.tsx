import 'fake-indexeddb/auto';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CATALOGUE } from '#db/entities.ts';
import { ANN, LEA } from '#db/factories/benches/build-batch-world.ts';
import { by, current, ELUTION, lysed, record } from '#db/factories/benches/section-operations.ts';
import { buildField } from '#db/factories/build-protocols.ts';
import { operationNamed } from '#db/operations.ts';
import { CorrectionDialog } from '#pwa/features/protocols/sections/corrections.tsx';
import {
  readSectionView,
  SECTION_COLLECTIONS,
  type SectionView,
} from '#pwa/features/protocols/sections/section-view.ts';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import { useRuleRead } from '#pwa/replica/hooks/use-rule-read.ts';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice, syncOnce } from '#pwa/testing/simulated-device.ts';
import { loadDialogs } from '#pwa/ui/dialog/dialog.tsx';
import { computeDisplayValues } from './display-values.ts';
import { ImportDialog } from './import-dialog.tsx';
import { SampleValues } from './sample-values.tsx';
import { useRecordValues } from './use-record-values.ts';

const DNA = buildField({
  id: 'dna',
  name: 'dna',
  label: 'DNA barcode',
  stepId: 'step-elution',
  type: 'BARCODE',
  barcodeType: 'DNA_BARCODE',
  min: null,
  max: null,
  decimals: null,
});

let bench: Replica;
let server: ModelServer;
let deviceCount = 0;
const user = userEvent.setup();

beforeEach(async () => {
  await loadDialogs();
});
afterEach(() => bench.close());

function Section({ view }: { view: SectionView }) {
  const recording = useRecordValues(view);
  const [imports, setImports] = useState(false);
  return (
    <>
      <p role="status">{[recording.feedback?.title, recording.feedback?.detail].join(' ')}</p>
      <button type="button" onClick={() => setImports(true)}>
        Import
      </button>
      {imports && <ImportDialog view={view} recording={recording} onClose={() => setImports(false)} />}
      <SampleValues
        view={view}
        fields={view.run.own}
        values={computeDisplayValues(view)}
        recording={recording}
        onActive={() => undefined}
        onProposeFailure={() => undefined}
      />
      <CorrectionDialog recording={recording} label="value" />
    </>
  );
}

function Live() {
  const view = useRuleRead(SECTION_COLLECTIONS, ELUTION, (tx, context) =>
    readSectionView(tx, context, ELUTION),
  );
  return view ? <Section view={view} /> : null;
}

/** Show a section in which ANN recorded NB01 for A1, and somebody NB02 for B1. */
async function show(second: typeof ANN): Promise<void> {
  const world = await lysed({ fields: [DNA] });
  await record(world, ELUTION, 'dna', 's1', 'NB01', by(ANN, 31));
  await record(world, ELUTION, 'dna', 's2', 'NB02', by(second, 32));
  server = new ModelServer(operationNamed);
  for (const entity of CATALOGUE) for (const row of world.all(entity)) server.world.putRow(entity, row);
  server.commit();
  bench = await openDevice({ name: `codes-${deviceCount++}`, actor: ANN, send: server.sendAs(ANN) });
  await syncOnce(bench);
  render(
    <ReplicaProvider replica={bench}>
      <Live />
    </ReplicaProvider>,
  );
  await screen.findByRole('grid');
}

async function importFile(text: string): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'Import' }));
  await user.upload(
    await screen.findByLabelText(/^CSV file/),
    new File([text], 'codes.csv', { type: 'text/csv' }),
  );
  const recordButton = await screen.findByRole('button', { name: 'Record the values' });
  await waitFor(() => expect(recordButton).toHaveProperty('disabled', false));
  await user.click(recordButton);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

const cell = (tube: string): HTMLElement => screen.getByLabelText(`DNA barcode of W26325-${tube}-01`);
const status = (): string => screen.getByRole('status').textContent;
const onServer = (): (string | undefined)[] =>
  ['s1', 's2'].map((id) => current(server.world, 'dna', id)?.current.value);

test('an imported file that exchanges two codes is recorded on the device and by the server', async () => {
  await show(ANN);
  await importFile('Well,DNA barcode\nA1,NB02\nB1,NB01');
  await waitFor(() => expect(status()).toContain('2 values imported.'));
  await waitFor(() => expect(cell('0001')).toHaveProperty('value', 'NB02'));
  expect(cell('0002')).toHaveProperty('value', 'NB01');
  expect(bench.outbox.all().map(({ name }) => name)).toEqual(['record-field-values']);
  await syncOnce(bench);
  expect(onServer()).toEqual(['NB02', 'NB01']);
  expect(bench.outbox.all()).toMatchObject([{ outcome: 'APPLIED' }]);
});

test('a code that another person recorded keeps both codes of an exchange, each with its reason', async () => {
  await show(LEA);
  await importFile('Well,DNA barcode\nA1,NB02\nB1,NB01');
  await waitFor(() => expect(status()).toContain('0 of 2 values imported.'));
  expect(bench.outbox.all()).toEqual([]);
  for (const tube of ['0001', '0002']) expect(cell(tube).getAttribute('aria-invalid')).toBe('true');
});

test('a refused cell is sent again, with its button or with Enter, after what refused it has changed', async () => {
  await show(ANN);
  await importFile('Well,DNA barcode\nA1,NB02');
  await screen.findByText('NB02 was already used for W26325-0002-01.');
  expect(cell('0001')).toHaveProperty('value', 'NB02');
  await user.click(screen.getByRole('button', { name: 'Try again: DNA barcode of W26325-0001-01' }));
  await screen.findByText('NB02 was already used for W26325-0002-01.');
  await importFile('Well,DNA barcode\nB1,NB05');
  await waitFor(() => expect(cell('0002')).toHaveProperty('value', 'NB05'));
  await user.click(cell('0001'));
  await user.keyboard('{Enter}');
  // The refused text hid a recorded code: it is replaced with a confirmation.
  await user.click(await screen.findByRole('button', { name: /^Replace|^Correct/ }));
  await waitFor(() => expect(bench.outbox.all()).toHaveLength(2));
  expect(cell('0001')).toHaveProperty('value', 'NB02');
  expect(cell('0001').getAttribute('aria-invalid')).toBeNull();
  await syncOnce(bench);
  expect(onServer()).toEqual(['NB02', 'NB05']);
});

test('a refused cell is sent with another text', async () => {
  await show(ANN);
  await importFile('Well,DNA barcode\nA1,NB02');
  await screen.findByText('NB02 was already used for W26325-0002-01.');
  await importFile('Well,DNA barcode\nA1,NB07');
  await waitFor(() => expect(cell('0001').getAttribute('aria-invalid')).toBeNull());
  expect(cell('0001')).toHaveProperty('value', 'NB07');
});
