import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SignOutWarning } from './bench.tsx';

const warn = (operationCount: number, photos: number) =>
  render(
    <SignOutWarning
      operationCount={operationCount}
      photos={photos}
      onStay={() => undefined}
      onLeave={() => undefined}
    />,
  );

test.each([
  [
    1,
    0,
    '1 of your operations is only on this device. Unsent work stays here, locked, until you sign in on this device again.',
  ],
  [2, 1, '2 of your operations and 1 photo are only on this device.'],
  [0, 1, '1 photo is only on this device.'],
] as const)('a sign-out names %s operations and %s photos', async (operationCount, photos, text) => {
  warn(operationCount, photos);
  expect(await screen.findByText((content) => content.startsWith(text))).toBeTruthy();
});

test('a sign-out without unsent work does not ask', () => {
  warn(0, 0);
  expect(screen.queryByRole('dialog')).toBeNull();
});
