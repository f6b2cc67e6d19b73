import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { Form, SubmitButton } from './form.tsx';
import { FormField } from './form-field.tsx';
import { TextInput } from './text-input.tsx';

const Lots = z.object({ first: z.string().min(1, 'Scan the first lot.'), second: z.string() });

function renderLots(onSubmit: (values: z.infer<typeof Lots>) => void) {
  render(
    <Form schema={Lots} defaults={{ first: '', second: '' }} onSubmit={onSubmit}>
      <FormField name="first" label="First lot" required empty="">
        {(control) => <TextInput {...control} />}
      </FormField>
      <FormField name="second" label="Second lot" empty="">
        {(control) => <TextInput {...control} />}
      </FormField>
      <SubmitButton>Save</SubmitButton>
    </Form>,
  );
}

test('Enter moves to the next field and never submits the form', async () => {
  const onSubmit = vi.fn();
  renderLots(onSubmit);
  await userEvent.type(screen.getByLabelText(/First lot/), 'L-1{Enter}');
  expect(document.activeElement).toBe(screen.getByLabelText(/Second lot/));
  await userEvent.keyboard('L-2{Enter}');
  expect(onSubmit).not.toHaveBeenCalled();
});

test('the button submits the entered values', async () => {
  const onSubmit = vi.fn();
  renderLots(onSubmit);
  await userEvent.type(screen.getByLabelText(/First lot/), 'L-1');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ first: 'L-1', second: '' }));
});

test('an error is shown next to its field and read with it', async () => {
  renderLots(vi.fn());
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const message = await screen.findByText('Scan the first lot.');
  const input = screen.getByLabelText(/First lot/);
  expect(input.getAttribute('aria-invalid')).toBe('true');
  expect(input.getAttribute('aria-describedby')).toBe(message.id);
});

test('the field words an error for which the schema has no text', async () => {
  const Reasons = z.object({ reason: z.enum(['CLOTTED', 'LEAKED']), tubes: z.number() });
  render(
    <Form schema={Reasons} defaults={{}} onSubmit={vi.fn()}>
      <FormField name="reason" label="Reason" required empty="" message="Reason is required">
        {(control) => <TextInput {...control} />}
      </FormField>
      <FormField name="tubes" label="Tubes" required empty="">
        {(control) => <TextInput {...control} />}
      </FormField>
      <SubmitButton>Save</SubmitButton>
    </Form>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Reason is required')).toBeTruthy();
  expect(screen.getByText('Tubes is invalid or missing.')).toBeTruthy();
  expect(screen.queryByText(/Invalid/)).toBeNull();
});
