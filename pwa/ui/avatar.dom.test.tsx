import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Avatar, identiconOf } from './avatar.tsx';

const fetched = vi.fn();
vi.stubGlobal('fetch', fetched);
afterEach(cleanup);

const identicon = (): string | null =>
  screen.getByRole('img', { name: /./ }).querySelector('img')?.getAttribute('src') ?? null;

test('a user without an address shows up to two initials, and User without a name', () => {
  const { rerender } = render(<Avatar name="ada king lovelace" />);
  expect(screen.getByRole('img', { name: 'ada king lovelace' }).textContent).toBe('AL');
  rerender(<Avatar name={null} />);
  expect(screen.getByRole('img', { name: 'User' }).textContent).toBe('U');
});

test('a user with an address gets the same identicon in any spelling, without a server request', async () => {
  render(<Avatar name="Tess Nakamura" email="tess@wbl.example" />);
  expect(screen.getByRole('img', { name: 'Tess Nakamura' }).textContent).toBe('TN');
  await vi.waitFor(() => expect(identicon()).toMatch(/^data:image\/svg\+xml,/));
  expect(await identiconOf('  Tess@WBL.example ')).toBe(identicon());
  expect(await identiconOf('somebody@wbl.example')).not.toBe(identicon());
  expect(fetched).not.toHaveBeenCalled();
});

test('a stored picture is shown, 32 by 32, until it fails to load', () => {
  render(<Avatar name="Tess Nakamura" imageUrl="/api/picture" />);
  const picture = screen.getByRole('img', { name: 'Tess Nakamura' });
  expect(picture.getAttribute('src')).toBe('/api/picture');
  expect([picture.style.width, picture.style.height]).toEqual(['32px', '32px']);
  fireEvent.error(picture);
  expect(screen.getByRole('img', { name: 'Tess Nakamura' }).textContent).toBe('TN');
});
