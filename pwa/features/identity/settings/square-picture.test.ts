import { expect, test } from 'vitest';
import { squareOf } from './profile-picture.ts';

test('the square stays within the picture at every position', () => {
  expect(squareOf(400, 200, 0)).toEqual({ side: 200, x: 0, y: 0 });
  expect(squareOf(400, 200, 1)).toEqual({ side: 200, x: 200, y: 0 });
  expect(squareOf(200, 401, 0.5)).toEqual({ side: 200, x: 0, y: 101 });
  expect(squareOf(300, 300, 0.7)).toEqual({ side: 300, x: 0, y: 0 });
});
