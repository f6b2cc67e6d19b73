import 'fake-indexeddb/auto';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CATALOGUE } from '#db/entities.ts';
import { ANN, BOB, buildBatchWorld } from '#db/factories/benches/build-batch-world.ts';
import { place } from '#db/factories/benches/layout-operations.ts';
import { operationNamed } from '#db/operations.ts';
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
import { useRecordValues } from './use-record-values.ts';

const LYSIS = 'batch-1-lysis';
let bench: Replica;
let deviceCount = 0;

beforeEach(async () => {
  const server = new ModelServer(operationNamed);
  const lab = buildBatchWorld();
  await place(lab, 's1', 'A1', { actor: BOB });
  for (const entity of CATALOGUE) for (const row of lab.all(entity)) server.world.putRow(entity, row);
  server.commit();
  bench = await openDevice({ name: `start-${deviceCount++}`, actor: ANN, send: server.sendAs(ANN) });
  await syncOnce(bench);
});

afterEach(() => bench.close());

function Recording({ view }: { view: SectionView }) {
  const { record } = useRecordValues(view);
  const entry = (text: string) => ({
    fieldId: 'temperature',
    rowId: null,
    text,
    inputMethod: 'TYPED' as const,
  });
  return (
    <button type="button" onClick={() => void record([entry('55')]).then(() => record([entry('56')]))}>
      Record
    </button>
  );
}

function Live() {
  const view = useRuleRead(SECTION_COLLECTIONS, LYSIS, (tx, context) => readSectionView(tx, context, LYSIS));
  return view ? <Recording view={view} /> : null;
}

test('the first value of a batch carries the displayed plate, a later one does not', async () => {
  render(
    <ReplicaProvider replica={bench}>
      <Live />
    </ReplicaProvider>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Record' }));
  await waitFor(() => expect(bench.outbox.all()).toHaveLength(2));
  expect(bench.outbox.all().map((one) => one.name)).toEqual(['record-field-value', 'record-field-value']);
  const [first, second] = bench.outbox.all();
  expect(first?.args).toMatchObject({
    start: { batchId: 'batch-1', layout: [{ wellLocation: 'A1', sampleId: 's1' }] },
  });
  expect(Object.keys(first?.base ?? {})).toContain('batch-1');
  expect(second?.args).toMatchObject({ start: null });
});
