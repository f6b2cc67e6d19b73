import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ServicePicture } from './service-picture.tsx';

afterEach(cleanup);

const renderPicture = (imageFileId: string | null) =>
  render(<ServicePicture service={{ id: 'genome', imageFileId }} className="size-12" />).container;

test('a service picture covers the drawn icon, which stays when the picture fails to load', () => {
  const page = renderPicture('file-7');
  const picture = page.querySelector('img');
  expect(picture?.getAttribute('src')).toBe('/api/lab/services/genome/image?file=file-7');
  if (picture) fireEvent.error(picture);
  expect([page.querySelector('img'), page.querySelectorAll('svg').length]).toEqual([null, 1]);
});

test('a service without a picture shows the drawn icon', () => {
  expect(renderPicture(null).querySelectorAll('svg')).toHaveLength(1);
});
