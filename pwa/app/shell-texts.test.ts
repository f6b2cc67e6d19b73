import { expect, test } from 'vitest';
import { AppError } from '#db/errors/app-error.ts';
import { syncChipText } from '#pwa/ui/sync-chip.tsx';
import { errorAdvice } from './fallback-pages.tsx';
import { formatVersion } from './logo-and-footer.tsx';
import { sidebarCookie, sidebarWasOpen } from './main-layout.tsx';

test('a version that starts with a digit gets a v', () => {
  expect(formatVersion('1.4.0')).toBe('v1.4.0');
  expect(formatVersion('main-2f1')).toBe('main-2f1');
});

test('the sidebar is remembered for 7 days and is open at first', () => {
  expect(sidebarWasOpen('')).toBe(true);
  expect(sidebarWasOpen('theme=x; sidebar=closed')).toBe(false);
  expect(sidebarCookie(false)).toContain('max-age=604800');
});

test('the chip never calls unsynced work synced', () => {
  expect(syncChipText({ state: 'synced', waiting: 0, conflicts: 0 })).toBe('Synced');
  expect(syncChipText({ state: 'synced', waiting: 2, conflicts: 0 })).toBe('2 waiting');
  expect(syncChipText({ state: 'conflicts', waiting: 3, conflicts: 1 })).toBe('1 conflict · 3 waiting');
  expect(syncChipText({ state: 'connecting', waiting: 0, conflicts: 0 })).toBe('Connecting…');
  expect(syncChipText({ state: 'offline', waiting: 0, conflicts: 0 })).toBe('Offline');
  expect(syncChipText({ state: 'conflicts', waiting: 1, conflicts: 0, refusedCount: 18 })).toBe(
    '18 refused · 1 waiting',
  );
  expect(syncChipText({ state: 'conflicts', waiting: 0, conflicts: 1, refusedCount: 2 })).toBe(
    '1 conflict · 2 refused',
  );
  expect(syncChipText({ state: 'waiting', waiting: 0, photos: 1, conflicts: 0 })).toBe('1 photo waiting');
  expect(syncChipText({ state: 'offline', waiting: 2, photos: 3, conflicts: 0 })).toBe(
    'Offline · 2 waiting · 3 photos waiting',
  );
  expect(syncChipText({ state: 'offline', waiting: 0, conflicts: 0, loading: true })).toBe(
    'Offline · not ready',
  );
});

test('an error page says what to do', () => {
  expect(errorAdvice(new AppError('NOT_FOUND', 'This batch is gone. Go to the list.')).advice).toBe(
    'This batch is gone. Go to the list.',
  );
  expect(errorAdvice(new TypeError('Failed to fetch dynamically imported module')).advice).toContain(
    'Check the network',
  );
  expect(errorAdvice('odd').advice).toContain('Load the page again');
});
