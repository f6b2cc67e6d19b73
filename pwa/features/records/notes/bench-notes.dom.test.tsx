import 'fake-indexeddb/auto';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildNote } from '#db/factories/build-records.ts';
import { buildSample } from '#db/factories/build-samples.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { operationNamed } from '#db/operations.ts';
import { note } from '#db/records/notes/note.ts';
import { noteBody } from '#db/records/notes/note-body.ts';
import { sample } from '#db/samples/sample.ts';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice, syncOnce } from '#pwa/testing/simulated-device.ts';
import { BenchNotes } from './bench-notes.tsx';

const user = { id: 'user-tech', role: 'LAB_TECH' };
vi.mock('#pwa/replica/session/session.ts', () => ({ useSession: () => ({ session: { user } }) }));

let server: ModelServer;
let bench: Replica;
let deviceCount = 0;

beforeEach(async () => {
  server = new ModelServer(operationNamed);
  server.world.putRow(sample, buildSample({ id: 'tube' }));
  const putNote = (id: string, text: string, more = {}) =>
    server.world.putRow(
      note,
      buildNote({ id, targetType: 'Sample', targetId: 'tube', body: bodyOf(text), bodyText: text, ...more }),
    );
  putNote('older', 'Keep upright', { pinned: true, createdAt: '2026-11-01T10:00:00.000Z' });
  putNote('newer', 'The cap is cracked', { createdAt: '2026-11-02T10:00:00.000Z' });
  server.commit();
  const actor = buildActor();
  bench = await openDevice({ name: `notes-${deviceCount++}`, actor, send: server.sendAs(actor) });
  await syncOnce(bench);
});
afterEach(() => bench.close());

const bodyOf = (text: string) => JSON.parse(JSON.stringify(noteBody(text)));
const show = () =>
  render(
    <ReplicaProvider replica={bench}>
      <BenchNotes targetType="Sample" targetId="tube" />
    </ReplicaProvider>,
  );
const entries = async () =>
  within(await screen.findByRole('list', { name: 'Notes' }))
    .getAllByRole('listitem')
    .map((one) => one.textContent ?? '');

test('the notes of a tube are read from the device offline, the pinned ones first', async () => {
  show();
  const [first, second] = await entries();
  expect(first).toContain('Keep upright');
  expect(second).toContain('The cap is cracked');
  expect(screen.getByText(/changing a note, and reading what customers wrote need the network/)).toBeTruthy();
  for (const name of [/^Pin/, /^Change/, /^Remove/, 'Format text'])
    expect(screen.queryByRole('button', { name })).toBeNull();
});

test('a note written offline is shown at once as saved on this device, and reaches the lab once', async () => {
  show();
  await screen.findByRole('list', { name: 'Notes' });
  await userEvent.click(screen.getByRole('button', { name: 'Write a note' }));
  await userEvent.click(screen.getByRole('textbox', { name: /New note/ }));
  await userEvent.paste('Thawed twice');
  await userEvent.click(screen.getByRole('button', { name: 'Add note' }));
  await waitFor(async () => expect((await entries()).length).toBe(3));
  const ownEntry = (await entries()).find((text) => text.includes('Thawed twice'));
  expect(ownEntry).toContain('Saved on this device');
  expect(bench.outbox.all().map(({ name }) => name)).toEqual(['add-note']);
  await syncOnce(bench);
  await waitFor(async () => expect((await entries()).join()).not.toContain('Saved on this device'));
  expect(server.world.all(note).map(({ bodyText }) => bodyText)).toContain('Thawed twice');
  expect(server.world.all(note)).toHaveLength(3);
});

test('an empty note is not accepted', async () => {
  show();
  await screen.findByRole('list', { name: 'Notes' });
  await userEvent.click(screen.getByRole('button', { name: 'Write a note' }));
  await userEvent.click(screen.getByRole('button', { name: 'Add note' }));
  expect(await screen.findByText('Write something first.')).toBeTruthy();
  expect(bench.outbox.all()).toEqual([]);
});
