import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { bool, date, decimal, describeField, text } from '#db/values/field-types.ts';
import { oneLine } from '#db/values/one-line.ts';
import { optionalValue } from '#db/values/optional-value.ts';
import { DirtyContext } from './dirty-context.ts';
import { Form, FormDialog, SubmitButton } from './form.tsx';
import { fieldOf } from './schema-field.tsx';

const Lot = z.object({
  number: describeField(oneLine('Scan the lot.', 12), { label: 'Lot number', input: 'code' }),
  amount: describeField(decimal, { label: 'Amount', input: 'decimal', unit: 'µL' }),
  boxes: describeField(z.int().min(1, 'At least 1.').max(99).nullable(), 'Boxes'),
  state: describeField(z.enum(['NEW', 'OPEN']).nullable(), { label: 'State', choices: { NEW: 'Sealed' } }),
  day: describeField(date, 'Received on'),
  thawed: describeField(bool.nullable(), 'Thawed'),
  keep: describeField(bool, 'Keep what is left'),
  note: describeField(text, { label: 'Note', input: 'area' }),
  warnAt: describeField(optionalValue(z.int().max(50, 'At most 50.')), 'Warn when few are left'),
});
const LotField = fieldOf<typeof Lot>();
const onSubmit = vi.fn();
beforeEach(() => onSubmit.mockReset());

const fields = (Object.keys(Lot.shape) as (keyof typeof Lot.shape)[]).map((name) => (
  <LotField key={name} name={name} />
));

const renderLot = () =>
  render(
    <Form schema={Lot} onSubmit={onSubmit}>
      {fields}
      <SubmitButton>Save</SubmitButton>
    </Form>,
  );
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

test('a field takes its input, limit and mark from the schema', () => {
  renderLot();
  const lot = screen.getByLabelText('Lot number *');
  expect(lot.getAttribute('maxlength')).toBe('12');
  expect(lot.getAttribute('aria-required')).toBe('true');
  expect(screen.getByLabelText('Received on *').getAttribute('type')).toBe('date');
  expect(screen.getByLabelText('Note (Optional)').tagName).toBe('TEXTAREA');
  expect(screen.getByRole('option', { name: 'Sealed' })).toBeTruthy();
  expect(screen.getByRole('checkbox', { name: 'Keep what is left' })).toBeTruthy();
  expect(screen.getByRole('group', { name: 'Thawed' })).toBeTruthy();
});

test('a form submits the values as the schema stores them', async () => {
  renderLot();
  await userEvent.type(screen.getByLabelText(/Lot number/), 'L-1');
  await userEvent.type(screen.getByLabelText(/Amount/), '1.50');
  await userEvent.type(screen.getByLabelText(/Boxes/), '12x');
  await userEvent.selectOptions(screen.getByLabelText(/State/), 'Sealed');
  await userEvent.type(screen.getByLabelText(/Received on/), '2026-11-24');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Keep what is left' }));
  await save();
  const values = { number: 'L-1', amount: '1.50', boxes: 12, state: 'NEW', day: '2026-11-24' };
  await vi.waitFor(() =>
    expect(onSubmit).toHaveBeenCalledWith({ ...values, thawed: null, keep: true, note: '', warnAt: null }),
  );
});

test('a cleared field is stored as its empty value', async () => {
  const Box = z.object({ boxes: Lot.shape.boxes, state: Lot.shape.state });
  const BoxField = fieldOf<typeof Box>();
  render(
    <Form schema={Box} defaults={{ boxes: 4, state: 'OPEN' }} onSubmit={onSubmit}>
      <BoxField name="boxes" />
      <BoxField name="state" />
      <SubmitButton>Save</SubmitButton>
    </Form>,
  );
  await userEvent.clear(screen.getByLabelText(/Boxes/));
  await userEvent.selectOptions(screen.getByLabelText(/State/), 'Choose…');
  await save();
  await vi.waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ boxes: null, state: null }));
});

test('a switched value is required while it is enabled', async () => {
  const Rule = z.object({ warnAt: Lot.shape.warnAt });
  const RuleField = fieldOf<typeof Rule>();
  render(
    <Form schema={Rule} onSubmit={onSubmit}>
      <RuleField name="warnAt" />
      <SubmitButton>Save</SubmitButton>
    </Form>,
  );
  const enabled = screen.getByRole('checkbox', { name: 'Warn when few are left' });
  expect(screen.queryByRole('textbox')).toBeNull();
  await userEvent.click(enabled);
  await save();
  expect(await screen.findByText('Required when enabled')).toBeTruthy();
  await userEvent.type(screen.getByRole('textbox'), '51');
  expect(await screen.findByText('At most 50.')).toBeTruthy();
  await userEvent.clear(screen.getByRole('textbox'));
  await userEvent.type(screen.getByRole('textbox'), '5');
  await save();
  await vi.waitFor(() => expect(onSubmit).toHaveBeenLastCalledWith({ warnAt: 5 }));
  await userEvent.click(enabled);
  await save();
  await vi.waitFor(() => expect(onSubmit).toHaveBeenLastCalledWith({ warnAt: null }));
});

const Reason = z.object({ reason: describeField(oneLine('A reason is required.'), 'Reason') });
const ReasonField = fieldOf<typeof Reason>();

const renderDialog = (onClose: () => void, report: (name: string, dirty: boolean) => void = vi.fn()) =>
  render(
    <DirtyContext value={report}>
      <FormDialog
        schema={Reason}
        title="Retire"
        submitLabel="Retire box"
        onSubmit={onSubmit}
        onClose={onClose}
      >
        <ReasonField name="reason" />
      </FormDialog>
    </DirtyContext>,
  );

test('a dialog submits by its button only, and shows a refusal above the kept values', async () => {
  onSubmit.mockRejectedValueOnce(new AppError('CONFLICT', 'The box is not empty.'));
  renderDialog(vi.fn());
  await userEvent.type(await screen.findByLabelText('Reason *'), 'Broken{Enter}');
  expect(onSubmit).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Retire box' }));
  expect(await screen.findByText('The box is not empty.')).toBeTruthy();
  expect(screen.getByLabelText('Reason *')).toHaveProperty('value', 'Broken');
  await userEvent.click(screen.getByRole('button', { name: 'Retire box' }));
  await vi.waitFor(() => expect(screen.queryByText('The box is not empty.')).toBeNull());
});

test('a dialog with unsaved values delays an update until they are saved', async () => {
  const report = vi.fn();
  onSubmit.mockRejectedValueOnce(new AppError('CONFLICT', 'The box is not empty.'));
  renderDialog(vi.fn(), report);
  await userEvent.type(await screen.findByLabelText('Reason *'), 'Broken');
  expect(report).toHaveBeenLastCalledWith(expect.any(String), true);
  await userEvent.click(screen.getByRole('button', { name: 'Retire box' }));
  await screen.findByText('The box is not empty.');
  expect(report).toHaveBeenLastCalledWith(expect.any(String), true);
  await userEvent.click(screen.getByRole('button', { name: 'Retire box' }));
  await vi.waitFor(() => expect(report).toHaveBeenLastCalledWith(expect.any(String), false));
});
