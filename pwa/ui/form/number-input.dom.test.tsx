import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Field } from './field.tsx';
import { NumberInput } from './number-input.tsx';

function Volume({ decimal }: { decimal: boolean }) {
  const [value, setValue] = useState('');
  return (
    <Field label="Volume">
      {(control) => <NumberInput {...control} value={value} onChange={setValue} decimal={decimal} />}
    </Field>
  );
}

test('letters typed into a number input are refused and digits are accepted', async () => {
  render(<Volume decimal={false} />);
  const input = screen.getByLabelText<HTMLInputElement>(/Volume/);
  await userEvent.type(input, '1a2.3');
  expect(input.value).toBe('123');
});

test('a decimal number accepts one dot', async () => {
  render(<Volume decimal />);
  const input = screen.getByLabelText<HTMLInputElement>(/Volume/);
  await userEvent.type(input, '1.2.5');
  expect(input.value).toBe('1.25');
});

test('a pasted measurement loses all non-numeric characters and all dots but the first', async () => {
  render(<Volume decimal />);
  const input = screen.getByLabelText<HTMLInputElement>(/Volume/);
  await userEvent.click(input);
  await userEvent.paste('1,234.5.6 ng/µL');
  expect(input.value).toBe('1234.56');
});
