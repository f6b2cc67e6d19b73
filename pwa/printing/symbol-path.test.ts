import fc from 'fast-check';
import { expect, test } from 'vitest';
import { code128Modules, dataMatrixModules } from '#db/labels/label-layout.ts';
import { symbolPath } from './symbol-path.ts';

test('a symbol never needs more space than the layout reserves for it', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Z0-9._-]{3,64}$/), (code) => {
      expect(symbolPath('DATA_MATRIX', code).columns).toBeLessThanOrEqual(dataMatrixModules(code));
      expect(symbolPath('CODE_128', code).columns).toBeLessThanOrEqual(code128Modules(code));
    }),
    { numRuns: 60 },
  );
});
