import { expect, test } from 'vitest';
import { isTrivialPin, requireStrongPassword } from './password.ts';

test.each(['password1234', '123456789012', 'qwertyuiop12', 'iloveyou1234', 'aaaaaaaaaaaa'])(
  'a known password of twelve characters is refused: %s',
  (password) => {
    expect(() => requireStrongPassword(password, [])).toThrow('This password is easy to guess.');
  },
);

test('a password made of the person’s own name and address is refused', () => {
  const about = ['Marguerite', 'Wolanski', 'marguerite.wolanski@lakeside.example'];
  expect(() => requireStrongPassword('MargueriteWolanski1', about)).toThrow('easy to guess');
  expect(() => requireStrongPassword('MargueriteWolanski1', [])).not.toThrow();
});

test.each(['twelve chars', 'correct horse battery', 'Tr0ub4dor&3 again'])(
  'a long password of unrelated words is accepted: %s',
  (password) => {
    expect(() => requireStrongPassword(password, ['Ada', 'Marsh'])).not.toThrow();
  },
);

test.each(['000000', '123456', '654321', '890123', '121212', '123123', '111222', '123321', '147258'])(
  'a PIN that is an obvious guess is refused: %s',
  (pin) => {
    expect(isTrivialPin(pin)).toBe(true);
  },
);

test.each(['135790', '246810', '902417', '112358'])('another PIN is accepted: %s', (pin) => {
  expect(isTrivialPin(pin)).toBe(false);
});
