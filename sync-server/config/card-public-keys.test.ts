import { describe, expect, it } from 'vitest';
import { readEnv } from './env.ts';

describe('the public keys of card payments', () => {
  it('come from the settings, each for its own business entity', () => {
    const { CARD_PUBLIC_KEYS } = readEnv({ CARD_PUBLIC_KEYS: 'RESONANT=pk_test_example' });
    expect(CARD_PUBLIC_KEYS).toEqual({ WBL: null, RESONANT: 'pk_test_example' });
  });

  it('must be public: a secret key is refused and not repeated', () => {
    const read = () => readEnv({ CARD_PUBLIC_KEYS: 'WBL=sk_test_example' });
    expect(read).toThrow('CARD_PUBLIC_KEYS is not ENTITY=pk_…');
    expect(read).not.toThrow(/sk_test/);
  });
});
