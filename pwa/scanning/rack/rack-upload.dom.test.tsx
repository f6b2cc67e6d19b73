import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { AppError } from '#db/errors/app-error.ts';
import { RackUpload } from './rack-upload.tsx';

test('a rack file that could not be compared with the box shows an error, and can be chosen again', async () => {
  const onRead = () => Promise.reject(new AppError('UNAVAILABLE', 'The box could not be read. Try again.'));
  render(<RackUpload size={{ rows: 8, columns: 12 }} onRead={onRead} />);
  const field = screen.getByLabelText('Rack file or picture of the rack');
  await userEvent.upload(field, new File(['A1,TUBE-01'], 'rack.csv', { type: 'text/csv' }));
  await screen.findByText('The box could not be read. Try again.');
  expect(field).toHaveProperty('disabled', false);
});
