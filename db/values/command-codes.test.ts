import { expect, test } from 'vitest';
import { isBarcode } from './barcode-value.ts';
import { COMMANDS, commandCode, commandOf } from './command-codes.ts';

test('no barcode of the lab can be a command', () => {
  for (const command of COMMANDS) expect(isBarcode(commandCode(command))).toBe(false);
});

test('only the exact code of a command is one, not a label of a carrier that starts with the same sign', () => {
  expect(commandOf('%OK')).toBe('OK');
  expect(commandOf('OK')).toBeNull();
  expect(commandOf('%000123456789')).toBeNull();
});
