import 'fake-indexeddb/auto';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildActor } from '#db/factories/run-rule.ts';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { findBenchOperation } from '#pwa/testing/bench-operations.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice } from '#pwa/testing/simulated-device.ts';
import { PhotosField } from './photos-field.tsx';
import { ReceiptPhotos } from './receipt-photos.tsx';
import { PACKAGE } from './session-args.ts';

let bench: Replica;
let deviceCount = 0;
const BYTES = new Uint8Array([0xff, 0xd8, 0xff]);

beforeEach(async () => {
  const actor = buildActor();
  const server = new ModelServer(findBenchOperation);
  bench = await openDevice({
    name: `photos-${deviceCount++}`,
    actor,
    send: server.sendAs(actor),
    definition: findBenchOperation,
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await bench.close();
});

const buildPhoto = (id: string) => ({
  id,
  groupId: 'group-1',
  about: PACKAGE,
  draftKey: 'accession|group-1',
  takenAt: '2026-11-21T10:00:00.000Z',
});
const show = (part: ReactNode) => render(<ReplicaProvider replica={bench}>{part}</ReplicaProvider>);
const field = () => show(<PhotosField sessionId="group-1" about={PACKAGE} of="the package" />);

test('the rear camera is requested, and a stored photo is shown and removed after confirmation', async () => {
  await bench.photos.add(buildPhoto('photo-1'), BYTES);
  field();
  expect(screen.getByLabelText('Take a photo of the package').getAttribute('capture')).toBe('environment');
  expect(screen.getByLabelText('Choose pictures of the package').hasAttribute('multiple')).toBe(true);
  expect(await screen.findByRole('img', { name: 'Photo 1 of the package' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Remove photo 1 of the package' }));
  await userEvent.click(screen.getByRole('button', { name: 'Keep it' }));
  expect(bench.photos.all()).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Remove photo 1 of the package' }));
  await userEvent.click(screen.getByRole('button', { name: 'Remove photo' }));
  await waitFor(() => expect(screen.queryByRole('img')).toBeNull());
  expect(bench.photos.all()).toEqual([]);
});

test('a file that is no picture is refused with a message and not stored', async () => {
  vi.stubGlobal('createImageBitmap', async () => {
    throw new DOMException('The source image could not be decoded.', 'InvalidStateError');
  });
  field();
  const file = new File(['a note'], 'note.jpg', { type: 'image/jpeg' });
  await userEvent.upload(screen.getByLabelText('Choose pictures of the package'), file);
  expect(
    await screen.findByText('This file is no picture that can be read here. Take a photo, or choose a JPEG.'),
  ).toBeTruthy();
  expect(bench.photos.all()).toEqual([]);
});

test('photos of other devices are not requested offline', async () => {
  show(<ReceiptPhotos groupId="group-1" ids={['photo-2']} of="the package" />);
  expect(await screen.findByText('Photos are shown when this device is online.')).toBeTruthy();
});

test('a waiting photo is shown from this device; one on another device says where it is', async () => {
  await bench.photos.add(buildPhoto('photo-1'), BYTES);
  vi.stubGlobal('fetch', async () => Response.json({ notYetFrom: 'Zebra TC21, bench 3' }, { status: 202 }));
  bench.contact.next({ ...bench.contact.value, online: true, lastContactAt: Date.now() });
  show(<ReceiptPhotos groupId="group-1" ids={['photo-1', 'photo-2']} of="the package" />);
  expect(await screen.findByRole('img', { name: 'Photo 1 of the package' })).toBeTruthy();
  expect(screen.getByText('Waiting')).toBeTruthy();
  expect(await screen.findByText('Not yet sent from Zebra TC21, bench 3.')).toBeTruthy();
});
