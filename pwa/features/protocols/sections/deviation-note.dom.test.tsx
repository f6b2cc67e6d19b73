import 'fake-indexeddb/auto';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { setFieldValue } from '#pwa/scanning/keys/held-keys.ts';
import { createScanBus } from '#pwa/scanning/scan-bus.ts';
import { openScannedSection, showSection } from '#pwa/testing/section-screen.tsx';

test('a saved note stays visible until the record renders with it', async () => {
  const { bench } = await openScannedSection();
  await showSection(bench, createScanBus({ repeatWindowMs: () => 0 }));
  const field = () => screen.getByLabelText<HTMLTextAreaElement>(/^Deviation from the method/);
  const observedTexts = new Set<string>();
  const watch = new MutationObserver(() => void observedTexts.add(field().value));
  act(() => field().focus());
  act(() => {
    setFieldValue(field(), 'Thawed late ');
  });
  watch.observe(document.body, { childList: true, subtree: true, attributes: true, characterData: true });
  act(() => field().blur());
  await waitFor(() => expect(bench.outbox.all().map(({ name }) => name)).toEqual(['note-deviation']));
  await waitFor(() => expect(field().value).toBe('Thawed late'));
  watch.disconnect();
  expect([...observedTexts]).not.toContain('');
  act(() => field().focus());
  act(() => field().blur());
  expect(bench.outbox.all()).toHaveLength(1);
  bench.close();
});
