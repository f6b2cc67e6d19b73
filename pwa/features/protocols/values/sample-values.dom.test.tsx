import 'fake-indexeddb/auto';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { CATALOGUE } from '#db/entities.ts';
import { ANN, LEA } from '#db/factories/benches/build-batch-world.ts';
import { by, ELUTION, eluted, lysed, sign, startedWorld } from '#db/factories/benches/section-operations.ts';
import { runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { operationNamed } from '#db/operations.ts';
import { field } from '#db/protocols/field.ts';
import { reopenSection } from '#db/protocols/sections/reopen-section.ts';
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
import { computeDisplayValues } from './display-values.ts';
import { SampleValues } from './sample-values.tsx';
import { useRecordValues } from './use-record-values.ts';

let bench: Replica;
let deviceCount = 0;
const user = userEvent.setup();
const onProposeFailure = vi.fn();

afterEach(() => bench.close());

function SampleValuesHarness({ view }: { view: SectionView }) {
  const recording = useRecordValues(view);
  return (
    <>
      <p role="status">{[recording.feedback?.title, recording.feedback?.detail].join(' ')}</p>
      <SampleValues
        view={view}
        fields={view.run.own}
        values={computeDisplayValues(view)}
        recording={recording}
        onActive={() => undefined}
        onProposeFailure={onProposeFailure}
      />
      <CorrectionDialog recording={recording} label="value" />
    </>
  );
}

function Live() {
  const view = useRuleRead(SECTION_COLLECTIONS, ELUTION, (tx, context) =>
    readSectionView(tx, context, ELUTION),
  );
  return view ? <SampleValuesHarness view={view} /> : null;
}

async function show(world: MemoryWorld): Promise<void> {
  onProposeFailure.mockReset();
  const server = new ModelServer(operationNamed);
  for (const entity of CATALOGUE) for (const row of world.all(entity)) server.world.putRow(entity, row);
  server.commit();
  bench = await openDevice({ name: `values-${deviceCount++}`, actor: ANN, send: server.sendAs(ANN) });
  await syncOnce(bench);
  render(
    <ReplicaProvider replica={bench}>
      <Live />
    </ReplicaProvider>,
  );
  await screen.findByRole('grid');
}

const cell = (label: string, tube: string): HTMLElement =>
  screen.getByLabelText(`${label} of W26325-${tube}-01`);

async function enter(label: string, tube: string, text: string): Promise<void> {
  await user.click(cell(label, tube));
  await user.paste(text);
  await user.tab();
}

test("a change of the user's own signed value requires a reason", async () => {
  const world = await eluted();
  await sign(world, ELUTION, by(ANN, 35));
  await runRule(world, reopenSection, { assignedSectionId: ELUTION, reason: 'x' }, by(LEA, 36));
  await show(world);
  await enter('Volume', '0001', '47');
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('You recorded 48, and it was signed. You entered 47.');
  await user.click(within(dialog).getByLabelText(/^Reason/));
  await user.paste('Read the wrong line');
  await user.click(within(dialog).getByRole('button', { name: 'Correct the value' }));
  await waitFor(() => expect(cell('Volume', '0001')).toHaveProperty('value', '47'));
});

test('a value outside the quality range asks whether the sample fails', async () => {
  await show(await lysed());
  await enter('Concentration', '0001', '4');
  await user.click(await screen.findByRole('button', { name: 'Below 5. Fail sample?' }));
  expect(onProposeFailure).toHaveBeenCalledExactlyOnceWith('s1');
});

test('a pasted block reports how many values were not recorded, and why', async () => {
  await show(await lysed());
  await user.click(cell('Volume', '0001'));
  await user.paste('48\n9999999');
  await waitFor(() =>
    expect(screen.getByRole('status').textContent).toBe(
      'Pasted 2 values. 1 of them not taken: Volume must be between 0 and 5000.',
    ),
  );
  await waitFor(() => expect(cell('Volume', '0001')).toHaveProperty('value', '48'));
  expect(cell('Volume', '0002').getAttribute('aria-invalid')).toBe('true');
});

test('a proposed value is not shown as recorded, and acceptance records it for the empty wells', async () => {
  const world = await lysed();
  for (const row of world.all(field))
    if (row.id === 'volume') world.putRow(field, { ...row, defaultValue: '50' });
  await show(world);
  await enter('Volume', '0001', '48');
  const proposal = () => screen.queryByRole('list', { name: 'Proposed values' });
  await waitFor(() => expect(proposal()?.textContent).toContain('Volume. Proposed: 50'));
  expect(proposal()?.textContent).toContain('Not recorded yet.');
  expect(cell('Volume', '0002')).toHaveProperty('value', '');
  await user.click(screen.getByRole('button', { name: /^Use 50 .*: Volume$/ }));
  await waitFor(() => expect(proposal()).toBeNull());
  await waitFor(() => expect(cell('Volume', '0002')).toHaveProperty('value', '50'));
  expect(cell('Volume', '0001')).toHaveProperty('value', '48');
  await waitFor(() =>
    expect(bench.outbox.all()).toMatchObject([
      { args: { sampleId: 's1', value: '48' } },
      { args: { sampleId: 's2', value: '50', inputMethod: 'TYPED' } },
    ]),
  );
});

test('a section before its turn proposes no values', async () => {
  const world = await startedWorld();
  for (const row of world.all(field)) world.putRow(field, { ...row, defaultValue: '50' });
  await show(world);
  expect(cell('Volume', '0001')).toHaveProperty('readOnly', true);
  expect(screen.queryByRole('list', { name: 'Proposed values' })).toBeNull();
});
