import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ServicePicture } from './service-picture.tsx';

afterEach(cleanup);

const renderPicture = (imageFileId: string | null) =>
  render(<ServicePicture service={{ id: 'genome', imageFileId }} className="size-12" />).container;

test('a service with a picture shows it over the drawn sign, which stays when it cannot be fetched', () => {
  const page = renderPicture('file-7');
  const picture = page.querySelector('img');
  expect(picture?.getAttribute('src')).toBe('/api/lab/services/genome/image?file=file-7');
  if (picture) fireEvent.error(picture);
  expect([page.querySelector('img'), page.querySelectorAll('svg').length]).toEqual([null, 1]);
});

test('a service without a picture shows the drawn sign', () => {
  expect(renderPicture(null).querySelectorAll('svg')).toHaveLength(1);
});
